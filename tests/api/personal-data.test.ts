/**
 * Every table of the store must be listed where it is said which personal data is copied, and which is deleted with the
 * account.
 */
import { expect, test } from 'vitest'
import { PERSONAL_TABLES } from '../../src/features/account/personal-tables.server.ts'
import { openForPerson, sealForPerson } from '../../src/server/person-keys.ts'
import { startServer } from './start-server.ts'

/** Tables in which migrations record themselves. */
const OWN = ['migrations', 'migrations_lock']

test('every database table is in the list of personal tables, and every entry of the list exists', async () => {
  const server = await startServer()
  const names = (await server.deps.db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !OWN.includes(name))
  await server.close()
  const known = Object.keys(PERSONAL_TABLES)
  expect(
    names.filter((name) => !known.includes(name)),
    'a row is missing in src/features/account/personal-tables.server.ts',
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
