/**
 * Before the browser tests: the demo account is filled once. One site is shared by all files that only read, with one
 * login of that account; each site of a test begins with a copy (tests/browser/site.ts).
 */
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { signIn, type Stored } from '../browser/sandbox.ts'
import { fillDemo, startSite } from '../browser/site.ts'
import { DEMO_FOLDER } from '../runner/prepare-browser-tests.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder of data in which the demo account is filled. */
    demo: string
    /** The site of all who change nothing on it, and what a browser keeps of the demo account's login there. */
    shared: { url: string; stored: Stored }
  }
}

/** Vitest calls this once per run of the project, before its first file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Tests of processes that are killed need no site; those that do say that there is none.
  if (!existsSync('dist')) return async () => undefined
  const folder = process.env[DEMO_FOLDER] ?? join(tmpdir(), `youfang-demo-${process.pid}`)
  if (!existsSync(folder)) await fillDemo(folder)
  const shared = await startSite({ from: folder })
  project.provide('demo', folder)
  project.provide('shared', { url: shared.url, stored: await signIn(shared) })
  return async () => {
    await shared.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
