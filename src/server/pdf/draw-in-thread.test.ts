import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'watch-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Draws what does not exist, and says what the thread answered. */
const SCRIPT = `
  import { drawInThread, JOB } from ${JSON.stringify(new URL('draw-in-thread.ts', import.meta.url).href)}
  const drawingThread = new URL(${JSON.stringify(new URL('../../programs/server/draw.worker.ts', import.meta.url).href)})
  const answer = await drawInThread({ config: {}, drawingThread }, { drawing: 'nothing', lang: 'en' }, JOB).catch((error) => error.message)
  process.stdout.write('answer: ' + answer)
`

test('the answer of a thread is its own, not what node --watch says of it', async () => {
  const file = join(folder, 'draw.ts')
  writeFileSync(file, SCRIPT)
  const child = spawn(process.execPath, ['--watch', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (said.includes('answer: ')) break
  }
  child.kill()
  expect(said).toMatch(/answer: \w*Error/)
})
