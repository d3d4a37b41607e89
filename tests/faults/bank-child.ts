/**
 * The operators' day with the bank, in a process that kills itself at the first point where no earlier process died:
 * before, inside and after each write, and around each file. The next process continues from the stored state, as a
 * person does who reads `bank list`.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bankCommands } from '../../src/features/bank-transfers/server/bank-commands.ts'
import { readConfig } from '../../src/server/config.ts'
import { openServer } from '../../src/programs/open-server.ts'
import { dayOf } from '../../src/lib/days/dates.ts'
import { readBatchFile, resultFile, type Answer } from '../api/bank-fixtures.ts'
import { successfulOutput } from '../api/operator-commands.ts'

const [dataDir = '', folder = ''] = process.argv.slice(2)
const { deps, close } = await openServer({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }) })
const deaths = join(folder, 'deaths.txt')
const known = new Set(existsSync(deaths) ? readFileSync(deaths, 'utf8').split('\n') : [])
let step = ''
function moment(which: string): void {
  const name = `${step} ${which}`
  if (known.has(name)) return
  appendFileSync(deaths, `${name}\n`)
  process.kill(process.pid, 'SIGKILL')
}

const { write } = deps
Object.assign(deps, {
  write: async (run: Parameters<typeof write>[0]) => {
    moment('before')
    const done = await write(async (trx) => {
      const answer = await run(trx)
      moment('inside')
      return answer
    })
    moment('after')
    return done
  },
})

/** For one line the bank did not know the outcome. */
const isUnsure = async (): Promise<boolean> =>
  (await deps.db.selectFrom('bank_batch_lines').select('id').where('status', '=', 'unknown').executeTakeFirst()) !==
  undefined

async function operator(by: string, ...words: string[]): Promise<string> {
  step = `${words[0]} ${(await isUnsure()) ? 'last' : 'first'}`
  return successfulOutput(deps, bankCommands, ['bank', ...words, '--by', by, '--why', 'money of the day'])
}

const files = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.csv'))
/** A file that was written completely. */
const whole = (batch: string): string | undefined =>
  files()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .find((text) => text.startsWith(`batch,${batch},`) && readBatchFile(text).end[0] === 'end')

/** The bank processes a batch once, by its number; at first it does not know the outcome of one line. */
function atBank(batch: string, text: string, unsure: boolean): string {
  const book = join(folder, `${batch}.taken`)
  const { lines } = readBatchFile(text)
  if (!existsSync(book))
    writeFileSync(book, lines.map(({ payment, amount }) => `${payment} ${amount}\n`).join(''), { flag: 'wx' })
  step = `bank ${unsure ? 'last' : 'first'}`
  moment('answered')
  const answers = lines.map((line, i): { line: typeof line; answer: Answer } => ({
    line,
    answer:
      i === 0 && !unsure
        ? { outcome: 'unknown' }
        : { outcome: 'paid', reference: `R-${line.payment.slice(0, 12)}`, day: dayOf(deps.clock()) },
  }))
  return resultFile(batch, answers)
}

const result = join(folder, 'answer.txt')
// The existing answer is read again, because nobody knows whether it was read before.
if (existsSync(result)) await operator('li', 'result', result)
for (;;) {
  const open = await deps.db
    .selectFrom('bank_batches')
    .select(['number', 'status'])
    .where('status', 'in', ['draft', 'released', 'sent'])
    .executeTakeFirst()
  if (!open) {
    if ((await operator('wu', 'collect')) === 'Nothing is due.') break
    continue
  }
  const { number, status } = open
  if (status === 'draft') await operator('li', 'release', number)
  else if (status === 'released' || whole(number) === undefined) {
    await operator('li', 'export', number, join(folder, `${number}-${files().length + 1}.csv`))
    moment('written')
  } else {
    const unsure = await isUnsure()
    writeFileSync(result, atBank(number, whole(number) ?? '', unsure))
    await operator('wu', 'result', result)
  }
}
await close()
