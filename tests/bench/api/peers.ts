/** What a team would choose instead of our server: how each is started, and how many times its cost ours may be. */
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { install, isInstalled, run } from '../install.ts'
import { Child } from './child.ts'

export type Mode = 'uncached' | 'cached'
export const MODES: Readonly<Record<Mode, string>> = {
  uncached: 'nothing opened is cached',
  cached: 'opened values are cached',
}

export interface Peer {
  name: string
  /** Below `tests/bench/peers`. */
  file: string
  /** Its packages are not ours: it runs in the folder that they are installed in. */
  apart: boolean
  /** The mean of our processor time, as a share of the peer's. */
  most: Readonly<Record<Mode, number>>
}
const HALF = { uncached: 0.5, cached: 0.5 }
const PEERS: readonly Peer[] = [
  { name: 'by hand', file: 'by-hand.ts', apart: false, most: { uncached: 1.25, cached: 1 } },
  { name: 'Drizzle', file: 'drizzle.mjs', apart: true, most: HALF },
  { name: 'Prisma', file: 'prisma.mjs', apart: true, most: HALF },
]
const FILES = ['drizzle.mjs', 'drizzle-store.mjs', 'prisma.mjs', 'prisma-store.mjs', 'schema.prisma']

/** All peers, ready to start; in the short form only those that need no network. */
export async function preparePeers(short: boolean): Promise<readonly Peer[]> {
  if (short && !isInstalled('peers')) return PEERS.filter(({ apart }) => !apart)
  const folder = await install('peers')
  const [schema, drawn] = [join('tests/bench/peers', 'schema.prisma'), join(folder, 'schema.prisma')]
  const changed = !existsSync(join(folder, 'generated')) || readFileSync(schema, 'utf8') !== readFileSync(drawn, 'utf8')
  for (const file of FILES) cpSync(join('tests/bench/peers', file), join(folder, file))
  if (changed)
    await run(
      join(folder, 'node_modules/.bin/prisma'),
      ['generate', '--schema', 'schema.prisma'],
      // Generating needs no engine, yet would fetch one: it is told of a file that is there.
      { CHECKPOINT_DISABLE: '1', PRISMA_SCHEMA_ENGINE_BINARY: resolve('package.json') },
      folder,
    )
  return PEERS
}

export const startPeer = ({ file, apart }: Peer, folder: string, mode: Mode): Child<'cpu', number> =>
  new Child(join(apart ? '.cache/peers' : 'tests/bench/peers', file), [folder, mode])
