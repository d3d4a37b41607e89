import { expect, test } from 'vitest'
import { CHUNK_GROUPS } from './chunk-groups.build.ts'
import { LOADED_WITH_EVERY_ISLAND, neededDependencies } from './preload-dependencies.build.ts'

const files = [
  'assets/base.CsHlq7Vx.js',
  'assets/calls.B70mnRPv.js',
  'assets/base-form.Ckjzsa48.js',
  'assets/wizard.DSEWZsR8.js',
]

test('a part of an island requests what the island has not loaded', () => {
  expect(neededDependencies('assets/index.3f6LzL96.js', files)).toEqual([
    'assets/base-form.Ckjzsa48.js',
    'assets/wizard.DSEWZsR8.js',
  ])
})

test('a part that a page without islands loads requests everything', () => {
  expect(neededDependencies('assets/Head.astro_astro_type_script_index_0_lang.BEhNGvSe.js', files)).toEqual(files)
})

test('every shared group of chunks is on the list', () => {
  expect(CHUNK_GROUPS.map(({ name }) => name).filter((name) => !LOADED_WITH_EVERY_ISLAND.includes(name))).toEqual([])
})
