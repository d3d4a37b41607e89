/**
 * `npm run operator -- partners add|end|list|school|end-school|link`: partners that send us students, and their
 * institutions.
 */
import { z } from 'zod'
import { formatInstant } from '../../../lib/days/dates.ts'
import { LANGS } from '../../../lib/locale.ts'
import { commandsOf, type Command } from '../../../server/operator/command.ts'
import { GENDERS } from '../../../lib/people/id-types.ts'
import { RELATIONSHIPS } from '../../orders/contract.ts'
import { writeEvent } from '../../../server/transition.ts'
import { coIdSchema, inIdSchema } from './link-token.ts'
import { makeLink } from './make-link.ts'
import {
  addInstitution,
  addPartner,
  endInstitution,
  endPartner,
  institutionsOf,
  partnerNamed,
  validKeys,
} from './partners.ts'

const command = commandsOf({ noun: 'partners', role: 'security' })

const co = coIdSchema
const names = { name: z.string().trim().min(1).max(80), 'name-cn': z.string().trim().min(1).max(80) }
const text = z.string().optional()

const add = command({
  verb: 'add',
  args: ['co_id'],
  about:
    'a partner that sends students; co_id (small letters, digits, hyphens) stands in its links and is never given again',
  input: z.object({ co_id: co, ...names }),
  run: async ({ co_id, name, 'name-cn': cn }, { deps, by, why, print }) => {
    await deps.write((trx) => addPartner(deps, trx, { coId: co_id, name: { en: name, cn }, by, why }))
    print(`Partner ${co_id} is added. Next: partners school ${co_id} <in_id>, then partner-keys add ${co_id}.`)
  },
})

const end = command({
  verb: 'end',
  args: ['co_id'],
  about: 'its links open nothing any more, and it is told of nothing more; what was bought stays',
  input: z.object({ co_id: co }),
  run: async ({ co_id }, { deps, by, why, print }) => {
    await deps.write(async (trx) => endPartner(deps, trx, await partnerNamed(trx, co_id), { by, why }))
    print(`Partner ${co_id} is ended.`)
  },
})

const list = command({
  verb: 'list',
  about: 'partners, their schools and how many keys hold',
  reads: true,
  input: z.object({}),
  run: async (_, { deps, print }) => {
    const rows = await deps.db.selectFrom('partners').selectAll().orderBy('co_id').execute()
    for (const row of rows) {
      const keys = await validKeys(deps, deps.db, row.id)
      print(
        [
          row.co_id,
          row.status,
          row.name_en,
          row.name_cn,
          `${keys.length} ${keys.length === 1 ? 'key' : 'keys'}`,
          `since ${formatInstant(row.created_at, 'en')}`,
        ].join('  '),
      )
      for (const it of await institutionsOf(deps.db, row.id))
        print(['  ', it.in_id, it.ended_at === null ? 'active' : 'ended', it.name_en, it.name_cn].join('  '))
    }
    if (rows.length === 0) print('No partner.')
  },
})

const school = command({
  verb: 'school',
  args: ['co_id', 'in_id'],
  about: 'a school or office of a partner, in whose name it sends students; named again, it gets the name given now',
  input: z.object({ co_id: co, in_id: inIdSchema, ...names }),
  run: async ({ co_id, in_id, name, 'name-cn': cn }, { deps, by, why, print }) => {
    await deps.write(async (trx) =>
      addInstitution(deps, trx, await partnerNamed(trx, co_id), { inId: in_id, name: { en: name, cn }, by, why }),
    )
    print(`${in_id} of ${co_id} is in use.`)
  },
})

const endSchool = command({
  verb: 'end-school',
  args: ['co_id', 'in_id'],
  about: 'links in the name of this school or office open nothing any more',
  input: z.object({ co_id: co, in_id: inIdSchema }),
  run: async ({ co_id, in_id }, { deps, by, why, print }) => {
    await deps.write(async (trx) => endInstitution(deps, trx, await partnerNamed(trx, co_id), { inId: in_id, by, why }))
    print(`${in_id} of ${co_id} is ended.`)
  },
})

const link = command({
  verb: 'link',
  args: ['co_id', 'in_id'],
  about:
    'a link as the partner’s own server would make it, for trying it out: opens --page once within --hours; --student-name, --birth, --plan and the others are filled in',
  input: z.object({
    co_id: co,
    in_id: inIdSchema,
    page: text,
    ref: text,
    plan: text,
    tier: text,
    start: text,
    end: text,
    destination: text,
    relationship: z.enum(RELATIONSHIPS).optional(),
    'student-name': text,
    'chinese-name': text,
    birth: text,
    gender: z.enum(GENDERS).optional(),
    nationality: text,
    institution: text,
    email: text,
    mobile: text,
    lang: z.enum(LANGS).default('en'),
    hours: z.coerce.number().int().min(1).max(168).default(24),
  }),
  run: async (given, { deps, by, why, print }) => {
    const {
      'student-name': name,
      'chinese-name': chinese_name,
      birth: birth_date,
      gender,
      nationality,
      institution,
      email,
      mobile,
      lang,
      hours,
      page,
      ...said
    } = given
    const student = Object.fromEntries(
      Object.entries({ name, chinese_name, birth_date, gender, nationality, institution, email, mobile }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    const address = await makeLink(deps, { ...said, ...(page === undefined ? {} : { page }), student }, lang, hours)
    await deps.write(async (trx) =>
      writeEvent(trx, {
        entity: 'partner',
        entity_id: (await partnerNamed(trx, said.co_id)).id,
        at: deps.clock(),
        by,
        to_status: 'link_made',
        why,
      }),
    )
    print(address)
  },
})

export const partnerCommands: readonly Command[] = [add, end, list, school, endSchool, link]
