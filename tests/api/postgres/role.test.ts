/** A role that may not create tables: the check says so, and the server ends with a sentence instead of a stack. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServer } from '../../../src/programs/open-server.ts'
import { runChecks } from '../../../src/programs/production-checks/run-checks.ts'
import { storeChecks } from '../../../src/programs/production-checks/store-checks.ts'
import { readConfig, type Config } from '../../../src/server/config.ts'
import { emptyDatabase, runsConcurrently } from '../../stores/open.ts'
import { administer } from '../../stores/postgres-server.ts'

const ROLE = `check_${process.pid}`

describe.runIf(runsConcurrently)('a role without the right to create', () => {
  const root = mkdtempSync(join(tmpdir(), 'youfang-role-'))
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let config: Config
  let socket: string
  beforeAll(async () => {
    database = await emptyDatabase()
    const url = new URL(database.url)
    socket = url.searchParams.get('host') ?? ''
    await administer(socket, `create role ${ROLE} login`)
    url.username = ROLE
    config = readConfig({ DATA_DIR: root, DATABASE_URL: url.href, LOG_LEVEL: 'silent' })
  })
  afterAll(async () => {
    await database.drop()
    await administer(socket, `drop role ${ROLE}`)
    rmSync(root, { recursive: true })
  })

  const said = async (databaseUrl: string | undefined): Promise<string> => {
    const lines: string[] = []
    await runChecks({ ...config, databaseUrl }, storeChecks, (line) => void lines.push(line))
    return lines.join('\n')
  }

  test('fails the check, which leaves nothing behind', async () => {
    expect(await said(config.databaseUrl)).toContain('FAIL  database: its role may not create tables: grant create')
    for (let again = 0; again < 2; again++) expect(await said(database.url)).toContain('ok    database')
  })

  test('ends the start with what to do', async () => {
    await expect(openServer({ config })).rejects.toThrow(
      'The role of DATABASE_URL may not create tables (42501): grant create on its schema',
    )
  })
})
