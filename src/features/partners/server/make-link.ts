/** The address of a link as a partner's server makes it: for the sandbox, and for `partners link`. */
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { localPath, type Lang } from '../../../lib/locale.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { dayOf } from '../../../lib/days/dates.ts'
import { judgeLink } from './buyable-link.ts'
import { readFields, signLink, type linkPayload } from './link-token.ts'
import { partnerNamed, validKeys } from './partners.ts'

/** Lifetime in hours of a link made here. */
const MADE_LINK_HOURS = 24

type Said = Omit<z.input<typeof linkPayload>, 'nonce' | 'exp' | 'page'> & { page?: string }

/** Signs with the partner's newest key. Refuses what would not open, by field. */
export async function makeLink(deps: Deps, said: Said, lang: Lang, hours = MADE_LINK_HOURS): Promise<string> {
  const partner = await partnerNamed(deps.db, said.co_id)
  const [key] = await validKeys(deps, deps.db, partner.id)
  if (!key) throw new Refusal('no_key', { fields: { co_id: said.co_id } })
  const payload = {
    page: '/interconnection',
    ...said,
    nonce: randomBytes(16).toString('base64url'),
    exp: Math.floor(deps.clock() / 1000) + hours * 3600,
  }
  const { said: read, wrong } = readFields(payload)
  const judged = judgeLink(deps, read, wrong, dayOf(deps.clock()))
  const fields = Object.keys({ ...wrong, ...judged.wrong })
  if (fields.length > 0)
    throw new Refusal('invalid', { fields: Object.fromEntries(fields.map((it) => [it, 'invalid'])) })
  const query = new URLSearchParams({ in_id: said.in_id, co_id: said.co_id, token: signLink(payload, key) })
  return `${deps.config.siteUrl}${localPath(lang, payload.page)}?${query}`
}
