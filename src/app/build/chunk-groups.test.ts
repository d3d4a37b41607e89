import { expect, test } from 'vitest'
import { CHUNK_GROUPS, codeSplittingGroups, isInGroup, missingPaths } from './chunk-groups.build.ts'

test('every path of the groups exists, and stands in one group', () => {
  expect(missingPaths(CHUNK_GROUPS)).toEqual([])
  const paths = CHUNK_GROUPS.flatMap((group) => group.paths)
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([])
})

test('a path that no longer exists stops the build and is named', () => {
  const stale = [{ name: 'base', priority: 0, paths: ['src/lib/money/money.ts', 'src/lib/limits.ts'] }]
  expect(() => codeSplittingGroups(stale)).toThrow(/src\/lib\/limits\.ts$/)
})

test('a group matches a module by its path and a folder by its files', () => {
  const group = { name: 'x', priority: 0, paths: ['src/lib/money/money.ts', 'node_modules/zod/'] }
  const inGroup = (id: string): boolean => isInGroup(group, id, '/work/')
  expect(
    [
      '/work/src/lib/money/money.ts',
      '/work/src/lib/money/money.ts?v=1',
      '/work/node_modules/zod/v4/core/core.js',
    ].every(inGroup),
  ).toBe(true)
  expect(
    [
      '/work/src/lib/money/money.test.ts',
      '/other/src/lib/money/money.ts',
      '/work/node_modules/zod-extra/index.js',
      '\0virtual',
    ].some(inGroup),
  ).toBe(false)
})
