/**
 * No call accepts an unbounded text, list or record, nothing processes a text before its length was checked, and what
 * calls store has limits.
 */
import { z } from 'zod/mini'
import { BODY_BYTES, call, MOST_BODY_BYTES, type Call } from '../../src/lib/contract.ts'
import { boundedRecord, boundedText } from '../../src/lib/bounded-schemas.ts'
import { STORAGE_LIMITS } from '../../src/lib/storage-limits.ts'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import type { Growth } from '../../src/server/db/define-table.ts'
import { features } from '../../src/programs/feature-list.ts'
import { unboundedIn } from './input-bounds.ts'
import { rule } from './rule.ts'
import { codeUnder, readTexts } from './source.ts'

type Bounds = Pick<Call, 'path' | 'input' | 'bodyBytes'>

const readCalls = (): Bounds[] => features.flatMap((feature) => (feature.routes ?? []).map((route) => route.call))
const taking = (input: z.ZodMiniObject): Bounds[] => [
  call({ path: 'x/y', access: 'open', input, output: z.object({}) }),
]

const BAD: Record<string, z.ZodMiniType> = {
  'a text without a maximum': z.string(),
  'a maximum that does not stop what follows': z.string().check(z.maxLength(9), z.regex(/x/)),
  'a pattern before the maximum': z.string().check(z.regex(/^x+$/), z.maxLength(9, { abort: true })),
  'a cut before the maximum': z.string().check(z.trim(), z.maxLength(9, { abort: true })),
  'a format before the maximum': z.email().check(z.maxLength(9, { abort: true })),
  'work before any schema': z.pipe(
    z.transform((value) => value),
    boundedText(9),
  ),
  'a list without an end': z.array(boundedText(9)),
  'a record without an end': z.record(boundedText(9), boundedText(9)),
  'anything at all': z.json(),
  'the key of a record': boundedRecord(z.string(), z.boolean(), 5),
  'one of several': z.union([z.literal('a'), z.string()]),
  'what has a default': z.object({ a: z._default(z.array(z.string()).check(z.maxLength(3)), []) }),
  'a part of a pair': z.tuple([z.number(), z.string()]),
}

rule('every call bounds what it takes', {
  of: readCalls,
  faults: (calls) => calls.flatMap(({ path, input }) => unboundedIn(input).map((what) => `${path} ${what}`)),
  looksAt: (calls) => calls.map(({ path }) => path),
  among: ['order/save', 'claim/save', 'session/sendCode'],
  atLeast: 100,
  seeds: Object.fromEntries(
    Object.entries(BAD).map(([name, field]) => [name, [taking(z.object({ field })), 'field'] as const]),
  ),
  sound: {
    'what is bounded': taking(
      z.object({
        a: z.pipe(
          z.pipe(
            boundedText(9),
            z.transform((text) => text.normalize('NFKC')),
          ),
          z.string().check(z.regex(/^x*$/)),
        ),
        b: z._default(z.array(boundedText(3)).check(z.maxLength(2)), []),
        c: boundedRecord(boundedText(3), boundedText(9), 3),
        d: z.union([z.enum(['x', 'y']), z.literal('')]),
        e: z.nullable(z.tuple([z.number(), z.boolean()])),
      }),
    ),
  },
})

/** Calls that take more than the usual size of a body. */
const LARGE = ['claim/save', 'claim/sign', 'order/save']
const sized = (path: string, bodyBytes: number): Bounds => ({ path, bodyBytes, input: z.object({}) })

rule('bodies have the usual size, but for few calls', {
  of: readCalls,
  faults: (calls) =>
    calls.flatMap(({ path, bodyBytes }) => [
      ...(bodyBytes < BODY_BYTES ? [`${path} takes less than the usual size`] : []),
      ...(bodyBytes > MOST_BODY_BYTES ? [`${path} takes more than any call may`] : []),
      ...(bodyBytes > BODY_BYTES && !LARGE.includes(path) ? [`${path} is not among the calls with large bodies`] : []),
      ...(bodyBytes <= BODY_BYTES && LARGE.includes(path) ? [`${path} is no call with a large body`] : []),
    ]),
  looksAt: (calls) => calls.map(({ path }) => path),
  among: ['session/me', 'claim/save', 'claim/sign', 'order/save'],
  seeds: {
    'a body that is too small': [[sized('x/y', BODY_BYTES - 1)], 'x/y takes less than the usual size'],
    'a body that is too large': [[sized('claim/save', MOST_BODY_BYTES + 1)], 'claim/save takes more than any call may'],
    'one more large body': [[sized('x/y', BODY_BYTES + 1)], 'x/y is not among the calls with large bodies'],
    'a large body that became usual': [[sized('claim/save', BODY_BYTES)], 'claim/save is no call with a large body'],
  },
  sound: { 'the size that a call has unless it says so': taking(z.object({})) },
})

interface StorageLimits {
  names: readonly string[]
  sources: string
  tests: string
}
const FILE = 'src/lib/storage-limits.ts'
const joined = (paths: readonly string[]): string => [...readTexts(paths).values()].join('\n')
const names = (name: string): RegExp => new RegExp(`STORAGE_LIMITS\\.${name}\\b`)

rule('every limit of what is stored is applied and filled by a test', {
  of: (): StorageLimits => ({
    names: Object.keys(STORAGE_LIMITS),
    sources: joined(codeUnder('src').filter((path) => path !== FILE)),
    tests: joined(codeUnder('tests/api')),
  }),
  faults: ({ names: all, sources, tests }) =>
    all.flatMap((name) => [
      ...(names(name).test(sources) ? [] : [`${name} is not applied`]),
      ...(names(name).test(tests) ? [] : [`${name} is filled by no test`]),
    ]),
  looksAt: (limits) => limits.names,
  among: ['salesRecordEntries', 'paymentsDay', 'campaignPlaces'],
  seeds: {
    'one that nothing applies': [
      { names: ['a'], sources: 'STORAGE_LIMITS.ab', tests: 'STORAGE_LIMITS.a' },
      'a is not applied',
    ],
    'one that no test fills': [{ names: ['a'], sources: 'STORAGE_LIMITS.a', tests: '' }, 'a is filled by no test'],
  },
})

type GrowthOfTables = Readonly<Record<string, Growth>>
const declared = Object.fromEntries(ALL_TABLES.map((it) => [it.name, it.growth]))

/** The table at the end of the chain, or the one that comes back to itself. */
function circular(growth: GrowthOfTables, table: string): boolean {
  const seen = new Set<string>()
  for (let at = growth[table], name = table; at && 'each' in at; name = at.each, at = growth[name]) {
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}

rule('something keeps strangers from filling each table, and every limit limits a table', {
  of: (): { growth: GrowthOfTables; names: readonly string[] } => ({
    growth: declared,
    names: Object.keys(STORAGE_LIMITS),
  }),
  faults: ({ growth, names: all }) => [
    ...Object.keys(growth)
      .filter((table) => circular(growth, table))
      .map((table) => `${table} is limited by itself`),
    ...Object.entries(growth).flatMap(([table, it]) =>
      'each' in it && !growth[it.each] ? [`${table} is limited by ${it.each}, which is no table`] : [],
    ),
    ...all
      .filter((name) => !Object.values(growth).some((it) => 'limits' in it && it.limits.some((used) => used === name)))
      .map((name) => `${name} limits no table`),
  ],
  looksAt: ({ growth }) => Object.keys(growth),
  among: ['orders', 'payments', 'claim_documents'],
  seeds: {
    'two tables that limit each other': [
      { growth: { orders: { each: 'claims', most: 'one' }, claims: { each: 'orders', most: 'one' } }, names: [] },
      'orders is limited by itself',
      'claims is limited by itself',
    ],
    'rows of no table': [
      { growth: { orders: { each: 'order', most: 'one' } }, names: [] },
      'orders is limited by order, which is no table',
    ],
    'a limit of nothing': [{ growth: { orders: { only: 'operators' } }, names: ['a'] }, 'a limits no table'],
  },
  sound: {
    'a table of rows of another one': {
      growth: { orders: { only: 'operators' }, sales_heads: { each: 'orders', most: 'one' } },
      names: [],
    },
  },
})
