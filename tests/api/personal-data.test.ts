/**
 * Every table of the store is declared, and with it which personal data is copied, and which is deleted with the
 * account.
 */
import { expect, test } from 'vitest'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import { openForPerson, sealForPerson } from '../../src/server/personal-data/person-keys.ts'
import { startServer } from './start-server.ts'

/** In which migrations record themselves. */
const OWN = ['migrations']

test('every table of the store is declared, and every declared one exists', async () => {
  const server = await startServer()
  const names = (await server.deps.db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !OWN.includes(name))
  await server.close()
  const known = ALL_TABLES.map(({ name }) => name)
  expect(
    names.filter((name) => !known.includes(name)),
    'a table is missing in src/programs/database-tables.ts',
  ).toEqual([])
  expect(known.filter((name) => !names.includes(name))).toEqual([])
})

test('a value sealed for a person opens in its own column and with that person’s key only', async () => {
  const { deps, close } = await startServer()
  const seal = (who: string) =>
    deps.write((trx) => sealForPerson(deps, trx, who, 'claims.unavailable', 'My school pays.'))
  const [one, another] = [await seal('lin'), await seal('zhou')]
  expect(await openForPerson(deps, deps.db, 'claims.unavailable', one)).toBe('My school pays.')
  await expect(openForPerson(deps, deps.db, 'another.place', one)).rejects.toThrow()
  await expect(openForPerson(deps, deps.db, 'claims.unavailable', one.replace('.lin.', '.zhou.'))).rejects.toThrow()
  await deps.write((trx) => trx.deleteFrom('person_keys').where('user_id', '=', 'lin').execute())
  expect(await openForPerson(deps, deps.db, 'claims.unavailable', one)).toBeUndefined()
  expect(await openForPerson(deps, deps.db, 'claims.unavailable', another)).toBe('My school pays.')
  expect(
    await openForPerson(deps, deps.db, 'claims.unavailable', deps.seal.seal('claims.unavailable', 'Before.')),
  ).toBe('Before.')
  await close()
})
