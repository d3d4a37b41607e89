/** A claim with photos as a patient makes it who was at a doctor. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatDay } from '../../src/lib/days/dates.ts'
import type { DocumentKind } from '../../src/features/claims/rules/document-kinds.ts'
import { DEMO, signIn } from '../browser/sandbox.ts'
import type { Site } from '../browser/site.ts'
import { ACCOUNT, daysAgo, page } from '../e2e/journeys/claim-fixtures.ts'
import { until, type Engine } from './engine.ts'
import { choose, draw, on, open, press, pressOn, query, say, seen, there, tick, tickAll, type, write } from './hand.ts'

/** Each with the pages that it must have. */
const DOCUMENTS: readonly [DocumentKind, number][] = [
  ['id_copy', 2],
  ['invoice', 1],
  ['medical_record', 1],
  ['proof_of_account', 1],
]
const MAIN = 'main form [type=submit]'
const VISITED = daysAgo(4)

export async function makeClaim(engine: Engine, site: Site): Promise<void> {
  await open(engine, site, await signIn(site, DEMO), '/home')
  await pressOn(engine, 'header a[href="/claims"]')
  await on(engine, '/claims')
  await pressOn(engine, 'main a[href="/claim/application/list"]')
  await begin(engine)
  await sign(engine)
  await tell(engine)
  await nameAccount(engine)
  await addPhotos(engine)
  await press(engine, 'claimform:documents.go')
  await on(engine, '/claim/application/upload', { part: 'check' })
  await tickAll(engine)
  await press(engine, 'claimform:check.send')
  await on(engine, '/claim/application/success')
  await seen(engine, /YF-C-\d{6}-[0-9A-Z]{6}/)
}

async function begin(engine: Engine): Promise<void> {
  await on(engine, '/claim/application/list')
  await write(engine, '#incidentDay', formatDay(VISITED, 'en'))
  await tick(engine, 'input[name=policy]')
  await tick(engine, '#sensitive')
  await pressOn(engine, MAIN)
}

async function sign(engine: Engine): Promise<void> {
  await on(engine, '/claim/application/read')
  for (const row of [0.3, 0.65])
    await draw(
      engine,
      '.signature canvas',
      Array.from({ length: 24 }, (_, i) => ({ x: 0.1 + i * 0.033, y: row + 0.12 * Math.sin(i / 2) })),
    )
  await tick(engine, '#read')
  await seen(engine, new RegExp(say('claimform:sign.saved', { time: '' }).slice(0, 5)))
  await pressOn(engine, MAIN)
}

async function tell(engine: Engine): Promise<void> {
  await on(engine, '/claim/application/apply')
  await tick(engine, 'input[name=type][value=outpatient]')
  await write(engine, '#description', 'Sore throat and fever since the night before. I saw a doctor.')
  await write(engine, '#hospital', 'st thom')
  await pressOn(engine, '[role=option]')
  const visit = (name: string): string => `[id^="visits."][id$=".${name}"]`
  await write(engine, visit('day'), formatDay(VISITED, 'en'))
  await write(engine, visit('amount'), '85.40')
  await choose(engine, visit('currency'), 'GBP')
  await write(engine, visit('invoice'), `W-${Date.now()}`)
  for (const name of ['medicine', 'otherInsurance']) await tick(engine, `input[name=${name}][value=no]`)
  await write(engine, '#contactPerson', '林语桐')
  await write(engine, '#contactPhone', '+44 7911 123456')
  await pressOn(engine, MAIN)
}

async function nameAccount(engine: Engine): Promise<void> {
  await on(engine, '/claim/application/apply', { part: 'account' })
  await there(engine, MAIN)
  // The demo's account of an earlier claim may be chosen already.
  if (await engine.run<boolean>(`${query('#accountFrom')} !== null`)) return pressOn(engine, MAIN)
  await tick(engine, 'input[name=accountOwn][value=yes]')
  await choose(engine, '#accountCountry', 'CN')
  await write(engine, '#accountName', '林语桐')
  await type(engine, '#bankName', ACCOUNT.bank)
  await write(engine, '#accountNumber', ACCOUNT.number)
  return pressOn(engine, MAIN)
}

/** Chooses photos for each document and waits for their receipts. */
async function addPhotos(engine: Engine): Promise<void> {
  await on(engine, '/claim/application/upload')
  const folder = mkdtempSync(join(tmpdir(), 'photos-'))
  try {
    for (const [kind, count] of DOCUMENTS) {
      const files: string[] = []
      for (let i = 0; i < count; i += 1) {
        const { name, bytes } = await page(kind, `${i}${Date.now()}`)
        writeFileSync(join(folder, name), bytes)
        files.push(join(folder, name))
      }
      const slot = `.upload-group[aria-labelledby="upload-${kind}"]`
      await there(engine, slot)
      // The ID of an earlier claim may stand for this one too.
      if (await engine.run<boolean>(`${query(`${slot} .drop-zone`)} === null`)) continue
      await engine.choose(`${slot} .drop-zone input[type=file]`, files)
      await until(`${count} received for ${kind}`, async () => {
        const states = await engine.run<string[]>(
          `[...document.querySelectorAll('${slot} .upload-row')].map((one) => one.dataset.state)`,
        )
        return states.length === count && states.every((state) => state === 'received')
      })
    }
    await seen(engine, new RegExp(say('claimform:documents.all')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
