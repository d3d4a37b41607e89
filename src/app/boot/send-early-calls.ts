/**
 * Runs inline in the head of a page that shows what belongs to a person, after the boot script: the page's first calls
 * leave while its scripts still load.
 */
import { now } from '../../lib/days/clock.ts'
import { callHeaders } from '../requests/call-headers.ts'
import { earlyName, type EarlyCall } from '../requests/early-calls.ts'
import { applicationKey, BEGUN_HERE, DEVICE_SECRET, KEYS } from '../storage/storage-keys.ts'
import { browserStore, uniqueKey } from '../storage/storage.ts'

type ValueOf = (name: string) => string | null | undefined

const { dataset } = document.documentElement
const store = browserStore()
/** The boot script has told. */
const device = () => (dataset['device'] === 'mobile' ? 'mobile' : 'web')
const query = new URLSearchParams(location.search)
// Something that was begun earlier: what the build drew of a beginning is not shown.
if (import.meta.env.FORMS && ['id', 'consent'].some((name) => query.has(name))) dataset['goesOn'] = ''
const isSignedIn = dataset['session'] === 'in' && !!store.getItem(KEYS.token)

/** The key by which this tab finds what its address began; none where tab or device would not keep what it needs. */
function keyInTab(): string | undefined {
  try {
    const name = applicationKey(query)
    const key = sessionStorage.getItem(name) ?? crypto.randomUUID()
    sessionStorage.setItem(name, key)
    uniqueKey(store)
    // A second application in this tab begins with what it takes from the first one: its script names that.
    return localStorage.getItem(DEVICE_SECRET) === null || sessionStorage.getItem(BEGUN_HERE) !== null ? undefined : key
  } catch {
    return undefined
  }
}

/** With each `{name}` replaced; `undefined` where a value would have to be encoded, whatever else it may be. */
function filled(text: string, valueOf: ValueOf, plain: RegExp): string | undefined {
  let known = true
  const out = text.replace(/(?:%7B|{)(\w+)(?:%7D|})/g, (_, name: string) => {
    const value = valueOf(name) ?? ''
    known &&= plain.test(value)
    return value
  })
  return known ? out : undefined
}

/** None during the visit of a partner's link, nor where the address says anything else than the form takes. */
function filledForm(templates: Record<string, string>): Record<string, string> | undefined {
  const names = [...query.keys()]
  const all = Object.values(templates).join()
  if (names.length === 0 || names.some((name) => !all.includes(`{${name}}`)) || store.getItem(KEYS.coId) !== null)
    return undefined
  const key = keyInTab()
  const form: Record<string, string> = {}
  for (const [name, template] of Object.entries(templates)) {
    const value = filled(template, (it) => (it === 'key' ? key : query.get(it)), /^[\w-]*$/)
    if (value === undefined || !key) return undefined
    if (value !== '') form[name] = value
  }
  return form
}

function formData(form: Record<string, string>): FormData {
  const body = new FormData()
  for (const name in form) body.append(name, form[name] ?? '')
  return body
}

async function sendNext(response: Response, calls: readonly EarlyCall[]): Promise<void> {
  const { data }: { data?: { id?: string } } = await response.clone().json()
  if (data?.id) for (const call of calls) send(call, () => data.id)
}

function send({ access, address, fields, next }: EarlyCall, valueOf: ValueOf): void {
  const to = filled(address, valueOf, /^[\w-]+$/)
  const form = import.meta.env.FORMS && fields ? filledForm(fields) : undefined
  if (to === undefined || (import.meta.env.FORMS && fields && !form) || !(isSignedIn || access === 'holder')) return
  const sent = fetch(to, {
    method: 'POST',
    headers: callHeaders(access, { store, device, now }),
    referrerPolicy: 'no-referrer',
    ...(form && { body: formData(form) }),
    // Read at once: an answer that nobody takes over would hold its connection.
  }).then(async (response) => new Response(await response.blob(), response))
  if (globalThis.earlyCalls) globalThis.earlyCalls[import.meta.env.FORMS ? earlyName(to, form) : to] = sent
  // Whoever takes it over hears of a failure.
  sent.then((response) => (import.meta.env.FORMS && next ? sendNext(response, next) : undefined)).catch(() => undefined)
}

if (dataset['leaving'] === undefined) {
  globalThis.earlyCalls = {}
  const calls: EarlyCall[] = JSON.parse(dataset['calls'] ?? '[]')
  for (const call of calls) send(call, (name) => query.get(name))
}
