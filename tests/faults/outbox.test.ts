import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/server/jobs/define-job.ts'
import { handleJob } from '../../src/server/jobs/outbox.ts'
import { LEASE } from '../../src/server/jobs/job-rows.ts'
import { startServer } from '../api/start-server.ts'

/** Starts the child, kills it with SIGKILL at the named moment, and waits until it is gone. */
function killedAt(dataDir: string, moment: 'committed' | 'running'): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'outbox-child.ts'), dataDir, moment], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(moment)) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', (_code, signal) =>
      signal === 'SIGKILL' ? resolve() : reject(new Error('the child ended by itself')),
    )
  })
}

test.each(['committed', 'running'] as const)('a process killed at "%s" loses no job', async (moment) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-kill-'))
  await killedAt(dataDir, moment)
  const ran: string[] = []
  const noteJob = defineJob('note', 'records', z.object({ text: z.string() }))
  const note = handleJob(noteJob, async (_, { text }) => void ran.push(text))
  const server = await startServer({ dataDir, features: [{ name: 'probe', jobs: [note] }], clock: Date.now })
  if (moment === 'running') {
    await server.drain()
    expect(ran).toEqual([])
    server.advance(LEASE)
  }
  await server.drain()
  expect(ran).toEqual([moment])
  await server.close()
  rmSync(dataDir, { recursive: true })
})
