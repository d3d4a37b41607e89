/**
 * The real server, killed with SIGKILL again and again while people fill in, sign, document and send claims: no answer,
 * file or case that was acknowledged is lost, and nobody has two (design §6.1, §6.2, §6.4).
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRequester, RequestFailed, type Reply } from '../../src/app/requests/api.ts'
import type { AnswerPatch } from '../../src/features/claims/rules/claim-fields.ts'
import {
  claimablePolicies,
  claimForm,
  saveClaim,
  signClaim,
  startClaim,
  submitClaim,
  uploadDocument,
} from '../../src/features/claims/contract.ts'
import { answersOf } from '../../src/features/claims/server/answer-columns.ts'
import { dayOf, endOfMonths } from '../../src/lib/days/dates.ts'
import type { Call, Input, Output } from '../../src/lib/contract.ts'
import { LEASE } from '../../src/server/jobs/job-rows.ts'
import { DECLARATIONS } from '../../src/features/claims/rules/draft/declarations.ts'
import { ANSWERS, blobOf, buyPolicy, photoBytes, STROKES, tick } from '../api/claims-fixtures.ts'
import { startServer, type Client, type TestServer } from '../api/start-server.ts'
import { logInAs } from '../api/logged-in-user.ts'
import { freePort, pause, KillableProcess } from './killable-process.ts'
import { isLong } from '../tools/long-form.ts'

const PEOPLE = isLong ? 4 : 2
const KILLS = isLong ? 6 : 3

interface Told {
  id: string
  caseNumber: string
  /** Upload id → SHA-256 of its receipt. */
  receipts: Record<string, string>
}

/** Does what a person does when nothing answers: tries the same again. */
async function claim(url: string, { store }: Pick<Client, 'store'>, who: number, today: string): Promise<Told> {
  const { request } = createRequester({
    base: url,
    store,
    lang: () => 'en',
    device: () => 'mobile',
    now: Date.now,
    toLogin: () => undefined,
    toHome: () => undefined,
    toast: () => undefined,
  })
  const insist = async <C extends Call>(call: C, input: Input<C>, file?: Buffer): Promise<Output<C>> => {
    for (;;) {
      try {
        const reply: Reply<C> = await request(call, input, file ? { files: { file: blobOf(file) } } : {})
        if (reply.ok) return reply.data
        // Files are checked after their receipt: until then the claim cannot be sent, as its screen shows.
        if (reply.code !== 'still_checking')
          throw new Error(`${call.path}: ${reply.code} ${JSON.stringify(reply.extra)}`)
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
      }
      await pause(50)
    }
  }
  const { policies } = await insist(claimablePolicies, {})
  const day = today
  let draft = await insist(startClaim, {
    policy: policies[0]?.id ?? '',
    day,
    key: `killed-${who}-start`,
    sensitive: true,
  })
  const { id } = draft
  const { sha256 } = await insist(claimForm, { id, language: 'en' })
  draft = await insist(signClaim, { id, kind: 'drawn', strokes: STROKES, name: '', read: true, language: 'en', sha256 })
  for (const [key, value] of Object.entries(answers(day))) {
    const saved = await insist(saveClaim, { id, base: draft.version, patch: { [key]: value } })
    expect(saved.conflicts).toEqual([])
    draft = saved.draft
  }
  const receipts: Record<string, string> = {}
  const photo = await photoBytes()
  const hash = createHash('sha256').update(photo).digest('hex')
  for (const { kind, least } of draft.checklist) {
    for (let i = 0; i < least; i++) {
      const upload = `killed-${who}-${kind}-${i}`
      receipts[upload] = (
        await insist(uploadDocument, { id, upload, kind, name: `${kind}.jpg`, sha256: hash }, photo)
      ).document.sha256
    }
  }
  const { caseNumber } = await insist(submitClaim, { id, version: draft.version })
  return { id, caseNumber, receipts }
}

const answers = (day: string): AnswerPatch => ({
  ...ANSWERS.outpatient,
  visits: ANSWERS.outpatient.visits.map((visit) => ({ ...visit, day })),
  ...tick,
})

async function check(server: TestServer, told: readonly Told[], today: string): Promise<void> {
  await server.drain()
  server.advance(LEASE + 60_000)
  await server.drain()
  const { db, files } = server.deps
  const claims = await db.selectFrom('claims').selectAll().execute()
  expect(claims.map((it) => `${it.id} ${it.case_number} ${it.status}`).sort()).toEqual(
    told.map((it) => `${it.id} ${it.caseNumber} submitted`).sort(),
  )
  // The consent was given at the beginning, so it comes before the final declarations. Nothing is made of this claim's
  // answers, so what would sign such a document is not sent.
  const wanted = { ...answers(today), declarations: expect.arrayContaining([...DECLARATIONS]) as unknown }
  for (const row of claims) expect(answersOf(server.deps, row)).toMatchObject(wanted)
  const documents = await db.selectFrom('claim_documents').selectAll().execute()
  expect(Object.fromEntries(documents.map((it) => [it.id, it.sha256]))).toEqual(
    Object.assign({}, ...told.map((it) => it.receipts)),
  )
  for (const { file_id: id } of documents) expect((await files.bytes(id))?.bytes.length).toBeGreaterThan(100)
  for (const { id, caseNumber } of told) {
    expect(await db.selectFrom('claim_signatures').select('id').where('claim_id', '=', id).execute()).toHaveLength(1)
    expect(await db.selectFrom('claim_forms').select('lang').where('claim_id', '=', id).execute()).toHaveLength(2)
    expect(
      await db
        .selectFrom('events')
        .select('id')
        .where('entity_id', '=', id)
        .where('to_status', '=', 'submitted')
        .execute(),
    ).toHaveLength(1)
    const mails = await db.selectFrom('messages').select('to').where('subject', 'like', `%${caseNumber}%`).execute()
    expect(new Set(mails.map((it) => it.to)).size).toBe(2)
  }
}

test(`${PEOPLE} people claim while the server is killed up to ${KILLS} times: everything acknowledged is there, once`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-claims-kill-'))
  const today = dayOf(Date.now())
  const before = await startServer({ dataDir, clock: Date.now })
  const clients: Client[] = []
  for (let i = 0; i < PEOPLE; i++) {
    const email = `killed${i}@example.com`
    await buyPolicy(before, {
      email,
      trip: {
        plan: 'global-study',
        tier: 'standard',
        start: today,
        end: endOfMonths(today, 12),
        destination: 'uk',
        arrived: false,
      },
    })
    clients.push(await logInAs(before, email))
  }
  await before.close()
  const port = await freePort()
  const victim = new KillableProcess(port, dataDir)
  try {
    await victim.start()
    const over = new AbortController()
    const all = Promise.all(clients.map((client, i) => claim(`http://127.0.0.1:${port}`, client, i, today))).finally(
      () => over.abort(),
    )
    const killer = (async () => {
      while (!over.signal.aborted && victim.kills < KILLS) {
        await pause(100 + Math.random() * 500)
        if (!over.signal.aborted) await victim.again(LEASE + 5_000)
      }
    })()
    const told = await all
    await killer
    expect(victim.kills).toBeGreaterThan(1)
    await victim.end('SIGTERM')
    const after = await startServer({ dataDir, clock: () => Date.now() + (KILLS + 2) * (LEASE + 5_000) })
    try {
      await check(after, told, today)
    } finally {
      await after.close()
    }
  } finally {
    await victim.end('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})
