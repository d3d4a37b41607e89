/** The actions of a claimant, step by step, through accessible names and roles on the screen. */
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { formatDay, type Day } from '../../../src/lib/days/dates.ts'
import type { ClaimType, DocumentKind } from '../../../src/features/claims/rules/document-kinds.ts'
import { ACCOUNT, daysAgo, NAME, page as drawn } from './claim-fixtures.ts'
import { at, sees, type Visitor } from './journeys.ts'

const named = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
const button = ({ page, say }: Visitor, key: string, vars?: Record<string, unknown>): Locator =>
  page.getByRole('button', { name: say(key, vars), exact: true }).filter({ visible: true })
const link = ({ page, say }: Visitor, key: string): Locator =>
  page.getByRole('link', { name: say(key), exact: true }).filter({ visible: true })
const field = ({ page, say }: Visitor, key: string): Locator => page.getByLabel(say(key), { exact: true })
export const press = (visitor: Visitor, key: string, vars?: Record<string, unknown>): Promise<void> =>
  button(visitor, key, vars).click()
export const follow = (visitor: Visitor, key: string): Promise<void> => link(visitor, key).first().click()
export const write = (visitor: Visitor, key: string, text: string): Promise<void> => field(visitor, key).fill(text)
/** A day as the field of this language accepts it. */
export const typed = ({ lang }: Visitor, day: Day): string => (lang === 'cn' ? day : formatDay(day, 'en'))

/** The branch may be left open, and its label says so. */
export const branchField = ({ page, say }: Visitor): Locator =>
  page.getByLabel(say('bankaccount:optional', { label: say('bankaccount:field.branch') }), { exact: true })

export const answer = ({ page, say }: Visitor, question: string, option: string): Promise<void> =>
  page
    .getByRole('group', { name: say(question), exact: true })
    .getByRole('radio', { name: named(say(option)) })
    .check()

/** Chooses the day, the only policy that was in force on it, and gives the consent that everything requires. */
export async function choosePolicy(visitor: Visitor, day: Day, { died = false } = {}): Promise<void> {
  await write(visitor, 'claimform:list.day', typed(visitor, day))
  // The only matching policy is chosen already.
  await visitor.page
    .getByRole('group', { name: visitor.say('claimform:list.policy'), exact: true })
    .getByRole('radio', { checked: true })
    .waitFor()
  if (died) {
    await press(visitor, 'claimform:death.link')
    await write(visitor, 'claimform:field.deathDay', typed(visitor, day))
  }
  await visitor.page.getByRole('checkbox', { name: named(visitor.say('claims:declaration.sensitive.text')) }).check()
  await press(visitor, died ? 'claimform:continue' : 'claimform:list.start')
  await at(visitor, '/claim/application/read')
}

/** Two strokes of a name, by finger or mouse. */
export async function signByHand(visitor: Visitor): Promise<void> {
  const { page, say, device } = visitor
  await page.getByRole('group', { name: say('claimform:sign.strokes', { count: 0 }), exact: true }).waitFor()
  if (device === 'mobile') await press(visitor, 'claimform:sign.across')
  for (const row of [0, 1]) await draw(visitor, await strokeOf(visitor, row))
  if (device === 'mobile') await press(visitor, 'claimform:sign.done')
  await page.getByRole('checkbox', { name: say('claimform:sign.tick') }).check()
  await page
    .getByText(named(say('claimform:sign.saved', { time: '' }).slice(0, 5)))
    .first()
    .waitFor()
  await press(visitor, 'claimform:sign.go')
  await at(visitor, '/claim/application/apply')
}

/** Writes one line of a name in the field: on phones full-screen, where it runs from top to bottom. */
export async function strokeOf(
  { page, device }: Pick<Visitor, 'page' | 'device'>,
  row: number,
): Promise<{ x: number; y: number }[]> {
  const canvas = page.locator(device === 'mobile' ? '.sign-across canvas' : '.signature canvas').last()
  if (device === 'web') await canvas.evaluate((it) => it.scrollIntoView({ block: 'center' }))
  const box = await canvas.boundingBox()
  if (!box) throw new Error('There is no field to sign in')
  return Array.from({ length: 24 }, (_, i) => {
    const along = 0.1 + i * 0.033
    const beside = 0.3 + row * 0.35 + 0.12 * Math.sin(i / 2)
    return device === 'mobile'
      ? { x: box.x + box.width * (1 - beside), y: box.y + box.height * along }
      : { x: box.x + box.width * along, y: box.y + box.height * beside }
  })
}

export async function draw(
  { page, context, device }: Visitor,
  points: readonly { x: number; y: number }[],
): Promise<void> {
  if (device === 'web') {
    for (const [i, { x, y }] of points.entries()) {
      await page.mouse.move(x, y)
      if (i === 0) await page.mouse.down()
    }
    return page.mouse.up()
  }
  const finger = await context.newCDPSession(page)
  for (const [i, point] of points.entries())
    await finger.send('Input.dispatchTouchEvent', { type: i === 0 ? 'touchStart' : 'touchMove', touchPoints: [point] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await finger.detach()
}

export interface EventAnswers {
  type: ClaimType
  description: string
  /** Typed, then chosen from the list under the list's own name. */
  hospital: { type: string; name: string }
  visits: readonly { day: Day; amount: string; currency: string; invoice: string }[]
  medicine: boolean
  otherInsurance: boolean
  /** Needed if the account has none. */
  email?: string
  /** For an accident. */
  accident?: { time: string; place: string; thirdParty: boolean; admitted: boolean }
}

const yes = (it: boolean): string => (it ? 'claimform:yes' : 'claimform:no')

/** Fills in what happened, where, and what it cost. */
export async function fillEvent(
  visitor: Visitor,
  { type, description, hospital, visits, medicine, otherInsurance, email, accident }: EventAnswers,
): Promise<void> {
  const { page, say } = visitor
  await answer(visitor, 'claimform:event.type', `claims:type.${type}.name`)
  if (accident) {
    await write(visitor, 'claimform:event.time', accident.time)
    await write(visitor, 'claimform:event.place', accident.place)
    await answer(visitor, 'claimform:ask.thirdParty', yes(accident.thirdParty))
    await answer(visitor, 'claimform:ask.admitted', yes(accident.admitted))
  }
  await write(visitor, 'claimform:event.description', description)
  await page.getByRole('combobox', { name: say('claimform:field.hospital'), exact: true }).fill(hospital.type)
  await page
    .getByRole('option', { name: named(hospital.name) })
    .first()
    .click()
  await sees(visitor, named(say('claimform:hospital.chosen', { place: '' })))
  const stay = type === 'inpatient'
  if (stay) {
    await write(visitor, 'claimform:field.admissionDay', typed(visitor, visits[0]?.day ?? daysAgo(0)))
    await answer(visitor, 'claimform:ask.billPaid', 'claimform:no')
  }
  for (const [i, visit] of visits.entries()) {
    if (i > 0) await press(visitor, stay ? 'claimform:visits.addBill' : 'claimform:visits.another')
    await field(visitor, stay ? 'claimform:visits.billDay' : 'claimform:visits.day')
      .nth(i)
      .fill(typed(visitor, visit.day))
    await field(visitor, 'claimform:visits.amount').nth(i).fill(visit.amount)
    await field(visitor, 'claimform:visits.currency').nth(i).selectOption(visit.currency)
    await field(visitor, 'claimform:visits.invoice').nth(i).fill(visit.invoice)
  }
  await answer(visitor, 'claimform:ask.medicine', yes(medicine))
  await answer(visitor, 'claimform:ask.otherInsurance', yes(otherInsurance))
  await write(visitor, 'claimform:field.contactPerson', NAME)
  await write(visitor, 'claimform:contact.phone', '+44 7911 123456')
  if (email !== undefined) await write(visitor, 'claimform:field.email', email)
  await press(visitor, 'claimform:continue')
  await at(visitor, '/claim/application/apply', { part: 'account' })
}

/** Fills in the account: the insured person's own in mainland China. */
export async function giveAccount(visitor: Visitor): Promise<void> {
  const { say } = visitor
  await answer(visitor, 'claimform:account.whose', 'claimform:account.own.yes')
  await field(visitor, 'claimform:field.accountCountry').selectOption('CN')
  await press(visitor, 'bankaccount:useName', { name: NAME })
  await write(visitor, 'bankaccount:field.bankName', ACCOUNT.bank)
  await branchField(visitor).fill(ACCOUNT.branch)
  await write(visitor, 'bankaccount:field.accountNumber', ACCOUNT.number)
  expect(await field(visitor, 'claimform:field.accountName').inputValue(), say('claimform:field.accountName')).toBe(
    NAME,
  )
  await press(visitor, 'claimform:continue')
  await at(visitor, '/claim/application/upload')
}

/** One heir's fields, by their position on the page. */
export async function nameHeir(
  visitor: Visitor,
  position: number,
  heir: { name?: string; relation: string; number: string; account: string; percent: string },
): Promise<void> {
  const of = (key: string): Locator => field(visitor, key).nth(position)
  if (heir.name !== undefined) await of('claimform:death.heirs.name').fill(heir.name)
  await of('claimform:death.heirs.relation').selectOption(heir.relation)
  await of('claimform:death.heirs.idType').selectOption('resident_id')
  await of('claimform:death.heirs.idNumber').fill(heir.number)
  if (heir.name !== undefined) await of('claimform:field.accountName').fill(heir.name)
  await of('bankaccount:field.bankName').fill(ACCOUNT.bank)
  await branchField(visitor).nth(position).fill(ACCOUNT.branch)
  await of('bankaccount:field.accountNumber').fill(heir.account)
  await of('claimform:death.heirs.percent').fill(heir.percent)
}

const group = ({ page, say }: Visitor, kind: DocumentKind): Locator =>
  page.getByRole('region', { name: say(`claims:document.${kind}.name`), exact: true })

/** A screenshot as a phone saves it: a PNG with an alpha channel, though fully opaque. */
const screenshot = async ({ bytes }: Awaited<ReturnType<typeof drawn>>) => ({
  name: 'Screenshot_20261114.png',
  mime: 'image/png',
  bytes: await sharp(bytes).ensureAlpha().png({ palette: true }).toBuffer(),
})

/** Chooses photos for one document and waits for their receipts. */
export async function addPhotos(visitor: Visitor, kind: DocumentKind, count = 1): Promise<void> {
  const { say, device } = visitor
  const files = await Promise.all(
    Array.from({ length: count }, async (_, i) =>
      kind === 'proof_of_account' ? screenshot(await drawn(kind, String(i))) : drawn(kind, String(i)),
    ),
  )
  const slot = group(visitor, kind)
  await slot
    .getByLabel(named(say(device === 'web' ? 'uploads:choose' : 'uploads:gallery')))
    .setInputFiles(files.map(({ name, mime, bytes }) => ({ name, mimeType: mime, buffer: bytes })))
  const receipt = named(say('uploads:number', { number: '|', size: '' }).split('|')[0] ?? '')
  await expect.poll(() => slot.getByText(receipt).count()).toBe(count)
}

/** Uploads exactly what the checklist names: an ID card has two sides, each visit its invoice. */
export async function addAll(visitor: Visitor, kinds: readonly DocumentKind[], invoices = 1): Promise<void> {
  const counts: Partial<Record<DocumentKind, number>> = { id_copy: 2, invoice: invoices }
  for (const kind of kinds) await addPhotos(visitor, kind, counts[kind])
  await seesAllDocuments(visitor)
}

export async function seesAllDocuments(visitor: Visitor): Promise<void> {
  await visitor.page.getByText(visitor.say('claimform:documents.all')).filter({ visible: true }).first().waitFor()
}

/** Reads everything once more, declares, and presses the button that sends. */
export async function pressSend(visitor: Visitor): Promise<void> {
  await at(visitor, '/claim/application/upload', { part: 'check' })
  const boxes = visitor.page.getByRole('checkbox')
  await boxes.first().waitFor()
  for (const box of await boxes.all()) await box.check()
  await press(visitor, 'claimform:check.send')
}

/** The same, and what comes after it. Returns the case number. */
export async function checkAndSend(visitor: Visitor): Promise<{ id: string; number: string }> {
  await pressSend(visitor)
  return sentPage(visitor)
}

/** The page of a claim that was sent. */
export async function sentPage(visitor: Visitor): Promise<{ id: string; number: string }> {
  const { page, say } = visitor
  await at(visitor, '/claim/application/success')
  await page.getByRole('heading', { name: say('claimform:success.title') }).waitFor()
  const number = await page.getByText(/^YF-C-\d{6}-[0-9A-Z]{6}$/).innerText()
  return { id: new URL(page.url()).searchParams.get('id') ?? '', number }
}

/** Goes from the choice of a policy to the page of documents. */
export async function fillIn(visitor: Visitor, told: EventAnswers, day = daysAgo(4)): Promise<void> {
  await visitor.go('/claim/application/list')
  await choosePolicy(visitor, day)
  await signByHand(visitor)
  await fillEvent(visitor, told)
  await giveAccount(visitor)
}
