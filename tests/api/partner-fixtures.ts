/** A partner with a school and a key, created with operator commands, and links of the partner's own program. */
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { exchange } from '../../src/features/session/contract.ts'
import { features } from '../../src/programs/feature-list.ts'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { keep } from './login-by-code.ts'
import { successfulOutput } from './operator-commands.ts'
import type { Client, TestServer } from './start-server.ts'

const run = promisify(execFile)
const PROGRAM = fileURLToPath(new URL('./partner-program.ts', import.meta.url))
const commands = features.flatMap((it) => it.commands ?? [])

/** Runs an operator command; returns what it printed. */
export function operate(server: TestServer, ...words: string[]): Promise<string> {
  const reads = words[1] === 'list' || words[1] === 'show'
  return successfulOutput(server.deps, commands, [...words, '--by', 'wu', ...(reads ? [] : ['--why', 'test'])])
}

export interface Partner {
  coId: string
  inId: string
  key: string
  secret: string
}

/** Reads the key that a command printed. */
export const printedKey = (text: string): { key: string; secret: string } => ({
  key: /Key +(\S+)/.exec(text)?.[1] ?? '',
  secret: /Secret +(\S+)/.exec(text)?.[1] ?? '',
})

export async function addPartner(server: TestServer, coId = 'harbour', inId = 'lakeside'): Promise<Partner> {
  await operate(server, 'partners', 'add', coId, '--name', 'Harbour Education', '--name-cn', '海港教育')
  await operate(server, 'partners', 'school', coId, inId, '--name', 'Lakeside University', '--name-cn', '湖畔大学')
  return { coId, inId, ...printedKey(await operate(server, 'partner-keys', 'add', coId)) }
}

const known = new WeakMap<TestServer, Promise<Partner>>()

/** The one partner of a server, made on first use. */
export function partnerOf(server: TestServer): Promise<Partner> {
  const partner = known.get(server) ?? addPartner(server)
  known.set(server, partner)
  return partner
}

export const STUDENT = {
  name: '林悦',
  birth_date: '2004-08-20',
  gender: 'female',
  nationality: 'CN',
  institution: 'Lakeside University',
  email: 'yue@lakeside.example',
  mobile: '13800000000',
}
export const PARTNER_PAYLOAD = {
  ref: 'case-77',
  plan: 'global-study',
  tier: 'standard',
  start: '2026-03-10',
  end: '2027-03-09',
  destination: 'uk',
  student: STUDENT,
}

/** A link made by the partner's program. */
export async function partnerLink(
  server: TestServer,
  partner: Partner,
  said: Record<string, unknown> = PARTNER_PAYLOAD,
): Promise<URL> {
  const settings = { site: 'https://site.example', ...partner, now: server.deps.clock() }
  const { stdout } = await run(process.execPath, [PROGRAM, 'link', JSON.stringify(settings), JSON.stringify(said)])
  return new URL(stdout.trim())
}

/** The call that the boot script makes for a link. */
export const linkInput = (link: URL): { code: string; page: string; inId: string; coId: string } => ({
  code: link.searchParams.get('token') ?? '',
  page: link.pathname,
  inId: link.searchParams.get('in_id') ?? '',
  coId: link.searchParams.get('co_id') ?? '',
})

/** Opens a link as the boot script does: afterwards the device is in its visit. */
export async function openLink(server: TestServer, link: URL, client = server.client()): Promise<Client> {
  const reply = await client.request(exchange, linkInput(link))
  if (!reply.ok) throw new Error(`${reply.code}: ${String(reply.extra['why'])}`)
  keep(server, client, reply.data)
  client.store.setItem(KEYS.coId, reply.data.coId ?? '')
  return client
}

/** A token over any text, signed with the partner's own key. */
export function signedWith({ key, secret }: Pick<Partner, 'key' | 'secret'>, payload: string | Buffer): string {
  const signed = `yp1.${key}.${(typeof payload === 'string' ? Buffer.from(payload) : payload).toString('base64url')}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
