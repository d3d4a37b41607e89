/**
 * Around the API tests of a project: the folder of what their files prepare once (tests/api/prepared-servers.ts);
 * afterwards it is gone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    prepared: string
  }
}

/** Vitest calls this once per run of the project, before its first file. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'youfang-prepared-'))
  project.provide('prepared', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
