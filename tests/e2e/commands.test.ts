/** Commands of README and docs that no other test runs, each in its short form. */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { WAIT_MS } from '../browser/wait-limit.ts'
import { COMMANDS } from '../runner/documented-commands.ts'
import { sandboxEnv } from '../runner/env.ts'
import { isLong } from '../tools/long-form.ts'

const folder = mkdtempSync(join(tmpdir(), 'youfang-commands-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rows = Object.entries(COMMANDS).flatMap(([command, it]) => {
  if ('short' in it) return [{ command, ...it.short }]
  return isLong && 'inFaults' in it ? [{ command, ...it.inFaults }] : []
})

/** A word in braces is a copy that the command may change. */
function copied(word: string): string {
  const [, file] = /^\{copy of (.+)\}$/.exec(word) ?? []
  if (file === undefined) return word
  const copy = join(folder, file)
  copyFileSync(file, copy)
  return copy
}

const ENDS_IN = isLong ? 30 * 60_000 : WAIT_MS

test.each(rows)('$command', { timeout: ENDS_IN + 10_000 }, async ({ command, words, code, says }) => {
  const [program = '', ...first] = command.split(' ')
  const given = [...first, ...(program === 'npm' ? ['--'] : []), ...words.map(copied)]
  const ended = await new Promise<{ code: number; said: string }>((done) => {
    const env = { ...sandboxEnv(), DATA_DIR: join(folder, 'data') }
    execFile(program, given, { env, maxBuffer: 64 * 1024 * 1024, timeout: ENDS_IN }, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, said: `${stdout}\n${stderr}` }),
    )
  })
  expect(ended).toEqual({ code, said: expect.stringMatching(says) })
})
