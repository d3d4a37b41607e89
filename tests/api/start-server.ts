/** Starts a real server for a test, on a free port with its own folder, and calls it as the browser does. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { createRequester, type Requester } from '../../src/app/requests/api.ts'
import { memoryStore, type Store as KeyStore } from '../../src/app/storage/storage.ts'
import type { Lang } from '../../src/lib/locale.ts'
import { createApp } from '../../src/server/http/create-app.ts'
import { readConfig } from '../../src/server/config.ts'
import type { Store } from '../../src/server/db/database.ts'
import { freshStore } from '../stores/open.ts'
import type { Deps } from '../../src/server/dependencies.ts'
import { features as allFeatures } from '../../src/programs/feature-list.ts'
import type { ServerFeature } from '../../src/server/server-feature.ts'
import type { RemakeFile } from '../../src/server/intake/remake-in-process.ts'
import { openServer } from '../../src/programs/open-server.ts'
import { TRANSPORT_LIMITS, type TransportLimits } from '../../src/server/http/slow-requests.ts'
import { cachedRemake } from './cached-remake.ts'

/** 1 March 2026, 10:00 in Shanghai. */
export const NOON = Date.UTC(2026, 2, 1, 2)

export interface StartOptions {
  /** The present instant, ms; `NOON` when not given. It changes only by `advance`. */
  clock?: () => number
  /** The features to use instead of all. */
  features?: readonly ServerFeature[]
  env?: Record<string, string>
  /** An existing folder with its database; not deleted at the end. */
  dataDir?: string
  /** The folder of a server that has ended: this one begins with a copy of it and of its database. */
  from?: string
  store?: Store
  /** Transport limits that differ from the usual. */
  transport?: Partial<TransportLimits>
  /** How files are checked; by default the same bytes are checked only once. */
  look?: RemakeFile
  /** Bytes that are free on the disk of a folder. */
  free?: (folder: string) => Promise<number>
}

interface ClientOptions {
  lang?: Lang
  device?: 'mobile' | 'web'
  /** The browser's storage; an empty one when not given. */
  store?: KeyStore
  /** Whether the page was opened while logged in. */
  signedIn?: () => boolean
}

/** A browser as far as calls are concerned: its requester, its storage, and the redirects of the error catalogue. */
export interface Client extends Requester {
  store: KeyStore
  /** Session codes that led to the login page, `31000` for home, messages of toasts; in order. */
  seen: (number | string)[]
}

export interface TestServer {
  url: string
  deps: Deps
  /** Every log line so far. */
  logs: () => string
  /** Runs all jobs that are due. */
  drain: () => Promise<number>
  /** Checks the files that were received. */
  check: () => Promise<number>
  advance: (ms: number) => void
  client: (options?: ClientOptions) => Client
  close: () => Promise<void>
}

/** A server in the test's own process. */
export interface RunningServer extends TestServer {
  /** How many connections it holds. */
  connections: () => Promise<number>
}

/** Its worker does not run by itself: `drain` runs what is due, so that no test ever waits. */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'youfang-test-'))
  if (options.from !== undefined) cpSync(options.from, dataDir, { recursive: true })
  const lines: string[] = []
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, next) {
      lines.push(chunk.toString())
      next()
    },
  })
  const config = readConfig({
    DATA_DIR: dataDir,
    OUT_DIR: join(dataDir, 'dist'),
    PORT: '0',
    HOST: '127.0.0.1',
    CALLS_PER_MINUTE: '100000',
    ...options.env,
  })
  const store =
    options.store ??
    (await freshStore({
      dataDir,
      again: options.dataDir !== undefined,
      migrated: options.features === undefined,
      from: options.from,
    }))
  const server = await openServer({
    config,
    features: options.features ?? allFeatures,
    clock: options.clock ?? (() => NOON),
    logTo,
    store,
    look: options.look ?? cachedRemake,
    ...(options.free === undefined ? {} : { free: options.free }),
  })
  const app = await createApp(server, { ...TRANSPORT_LIMITS, ...options.transport })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    deps: server.deps,
    connections: () => promisify(app.server.getConnections.bind(app.server))(),
    logs: () => lines.join(''),
    drain: () => server.deps.outbox.drain(),
    check: () => server.deps.checking.drain(),
    advance: server.advance,
    client: (given = {}) => client(url, server.deps.clock, given),
    close: async () => {
      await app.close()
      await server.close()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function client(
  url: string,
  now: () => number,
  { lang = 'en', device = 'web', store = memoryStore(), signedIn = () => false }: ClientOptions,
): Client {
  const seen: (number | string)[] = []
  const requester = createRequester({
    base: url,
    store,
    now,
    lang: () => lang,
    device: () => device,
    signedIn,
    toLogin: (code) => void seen.push(code),
    toHome: () => void seen.push(31000),
    toast: (message) => void seen.push(message),
  })
  return { ...requester, store, seen }
}
