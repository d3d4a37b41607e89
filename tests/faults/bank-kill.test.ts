/**
 * kill −9 at every point of a day with the bank: each payment reaches the bank once, and is recorded as paid once
 * (design §8 "Nothing lost").
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bankCommands } from '../../src/features/bank-transfers/server/bank-commands.ts'
import { loadCase } from '../../src/features/claims/server/case/load-case.ts'
import { dayOf } from '../../src/lib/days/dates.ts'
import { readConfig } from '../../src/server/config.ts'
import { openServer } from '../../src/programs/open-server.ts'
import { approvedClaim } from '../api/bank-fixtures.ts'
import { successfulOutput } from '../api/operator-commands.ts'
import { ANSWERS } from '../api/place-claim.ts'
import { sandboxEnv } from '../runner/env.ts'

const SUMS = [42_174, 100_000, 7_350]
const MOST_DEATHS = 40

/** The exit code; `null` where it was killed. */
const work = (...folders: string[]): Promise<number | null> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, ['tests/faults/bank-child.ts', ...folders], {
      env: sandboxEnv(),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', fail)
    child.on('close', (code) => done(code))
  })

test('a batch survives the death of its operator’s process at any step', async () => {
  const [dataDir, folder] = [
    mkdtempSync(join(tmpdir(), 'youfang-bank-')),
    mkdtempSync(join(tmpdir(), 'youfang-bank-files-')),
  ]
  const { deps, close } = await openServer({
    config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
  })
  try {
    const day = dayOf(deps.clock())
    const answers = { ...ANSWERS, incidentDay: day, visits: ANSWERS.visits.map((visit) => ({ ...visit, day })) }
    // In the sandbox an operator is created by their first command, so each runs one here before anything is due.
    for (const by of ['wu', 'li'])
      await successfulOutput(deps, bankCommands, ['bank', 'collect', '--by', by, '--why', 'nothing yet'])
    const claims = []
    for (const sum of SUMS) claims.push(await approvedClaim(deps, sum, answers))

    for (let deaths = 0; ; deaths++) {
      const code = await work(dataDir, folder)
      if (code === 0) break
      expect(code, `after ${deaths} deaths`).toBeNull()
      expect(deaths).toBeLessThan(MOST_DEATHS)
    }
    const died = readFileSync(join(folder, 'deaths.txt'), 'utf8').trim().split('\n')
    for (const step of ['collect first', 'release first', 'export first', 'result first', 'result last'])
      for (const moment of ['before', 'inside', 'after']) expect(died).toContain(`${step} ${moment}`)

    const taken = readdirSync(folder)
      .filter((name) => name.endsWith('.taken'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    const paid = (await Promise.all(claims.map(({ id }) => loadCase(deps, id)))).map(({ claim, payments }) => ({
      status: claim.status,
      payments: payments.map((it) => [it.id, it.status, it.amount_minor]),
    }))
    expect(paid).toEqual(SUMS.map((sum) => ({ status: 'paid', payments: [[expect.any(String), 'paid', sum]] })))
    expect(taken.toSorted()).toEqual(
      paid.flatMap(({ payments }) => payments.map(([id, , amount]) => `${String(id)} ${String(amount)}`)).toSorted(),
    )
    expect(await deps.db.selectFrom('bank_batches').select('status').execute()).toEqual([{ status: 'settled' }])
    const lines = await deps.db.selectFrom('bank_batch_lines').select(['status', 'payment']).execute()
    expect(lines.map((it) => it.status)).toEqual(SUMS.map(() => 'paid'))
    // Each step happened once, whichever process began it.
    const events = await deps.db
      .selectFrom('events')
      .select(['entity', 'entity_id', 'to_status'])
      .where('entity', 'in', ['bank_batch', 'bank_batch_line'])
      .where('to_status', '!=', 'written_again')
      .execute()
    expect(new Set(events.map((it) => `${it.entity_id} ${it.to_status}`)).size).toBe(events.length)
  } finally {
    await close()
    for (const it of [dataDir, folder]) rmSync(it, { recursive: true, force: true })
  }
})
