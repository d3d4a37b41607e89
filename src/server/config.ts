/** Settings from the environment. Nothing else in the server reads `process.env`. */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isDay } from '../lib/days/dates.ts'
import { traceEnv, traceSettings, type TraceSettings } from './traces/trace-settings.ts'
import { incompleteS3, s3Env, s3Settings, type S3Settings } from './files/s3-settings.ts'
import { POSTGRES_LIMITS, type PostgresLimits } from './db/postgres.ts'
import {
  messageEnv,
  messageSettings,
  missingMessageSettings,
  missingOfProviders,
  type MessageSettings,
} from './messages/message-settings.ts'
import { trustedProxies } from './http/network-address.ts'
import {
  incompletePaymentSettings,
  paymentSettings,
  paymentSettingsOf,
  type PaymentSettings,
} from './payment-settings.ts'
import { makePrivate } from './private-folder.ts'
import { LICENSED_SERVICES, licensedServices, type LicensedService } from '../lib/licensed-services.ts'

const flag = z.enum(['0', '1', 'true', 'false']).transform((v) => v === '1' || v === 'true')
const list = z.string().transform((v) =>
  v
    .split(',')
    .map((it) => it.trim())
    .filter(Boolean),
)
/** Secrets of at least 32 bytes as base64, separated by commas or lines, the current one first. */
const secretRing = z
  .string()
  .transform((v) => v.split(/[\s,]+/).filter(Boolean))
  .pipe(
    z
      .array(
        z
          .base64()
          .refine((v) => Buffer.from(v, 'base64').length >= 32, 'needs 32 bytes')
          .transform((v) => Buffer.from(v, 'base64')),
      )
      .min(1),
  )
const scanner = z
  .string()
  .regex(/^(\[[\da-f:]+\]|[\w.-]+)(:\d{1,5})?$/i, 'needs host:port')
  .refine((v) => URL.canParse(`tcp://${v}`), { message: 'needs host:port', abort: true })
  .transform((v) => {
    const { hostname, port } = new URL(`tcp://${v}`)
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 3310 }
  })

function isLicensable(named: string): boolean {
  try {
    licensedServices({ LICENSED_FOR: named })
    return true
  } catch {
    return false
  }
}

function canBeTrusted(named: string[]): boolean {
  try {
    trustedProxies(named)
    return true
  } catch {
    return false
  }
}

const Env = z.object({
  MODE: z.enum(['sandbox', 'production']).default('sandbox'),
  PORT: z.coerce.number().int().min(0).max(65535).default(4321),
  HOST: z.string().min(1).default('0.0.0.0'),
  /** Where Prometheus reads `/metrics`; nowhere when it is not set. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  ...traceEnv,
  DATA_DIR: z.string().min(1).default('.data'),
  /** Folder of the built site. */
  OUT_DIR: z.string().min(1).default('dist'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Connections of this process to PostgreSQL. */
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(500).default(POSTGRES_LIMITS.connections),
  /** The longest statement in PostgreSQL, s. */
  DATABASE_STATEMENT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(300)
    .default(POSTGRES_LIMITS.statementMs / 1000),
  /** The site's own address, used in messages and certificates. */
  PUBLIC_SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The API's address where it differs from the site's: payment providers call it. The build reads it as well. */
  PUBLIC_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * At least 32 bytes as base64; every key is derived from it. Several, separated by commas or lines: the first seals,
   * all open.
   */
  SECRET: secretRing.optional(),
  ...messageEnv,
  /** Addresses or networks of our proxies, whose `x-forwarded-for` is trusted: `10.0.0.0/8,127.0.0.1`. */
  TRUST_PROXY: list.refine(canBeTrusted, 'needs addresses or networks, with commas').default([]),
  /** Origins whose pages may call, when the site is served from another origin (`PUBLIC_API_BASE`). */
  CORS_ORIGINS: list.default([]),
  /** Calls that one address may make in a minute. */
  CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  /** Fills the sandbox's demo account at start. */
  DEMO: flag.default(true),
  /** A ClamAV daemon, `host:port`, that scans every file sent to us. */
  CLAMAV_HOST: scanner.optional(),
  /** A folder of TTF files for characters of names that the documents' own fonts do not have. */
  DOCUMENT_FONTS: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Folder of the log files, one file per day. */
  LOG_DIR: z.string().min(1).optional(),
  /** All log files together, MB: above that the oldest are deleted. */
  LOG_MAX_MB: z.coerce.number().int().min(10).default(4096),
  /** MB that must stay free on the disk of DATA_DIR: with less the server is not ready. */
  MIN_FREE_MB: z.coerce.number().int().min(1).default(512),
  /** Moves the clock, ms; sandbox only. */
  SANDBOX_CLOCK_OFFSET: z.coerce.number().int().default(0),
  /** Shows drafts, as previews do (`lib/content/content-drafts.ts`); never in production. */
  CONTENT_DRAFTS: z.enum(['shown']).optional(),
  /** Shows the content of another day (`app/content/content-folder.ts`); never in production. */
  CONTENT_DAY: z.string().refine(isDay, 'is a day, written year-month-day').optional(),
  ...s3Env,
  /** How e-invoices are made: `desk` means by hand, by the finance staff. */
  INVOICE_CHANNEL: z.enum(['desk']).optional(),
  /** What the operator holds a licence for (`lib/licensed-services.ts`). The build reads it as well. */
  LICENSED_FOR: z
    .string()
    .refine((named) => isLicensable(named), `names ${LICENSED_SERVICES.join(' and ')}, with commas, or none`)
    .optional(),
  NO_WORKER: flag.default(false),
  /** How long it goes on answering after SIGTERM, s. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(2),
  ...paymentSettings,
})

export interface Config extends MessageSettings {
  mode: 'sandbox' | 'production'
  port: number
  host: string
  /** The listener for Prometheus. */
  metrics: { host: string; port: number } | undefined
  traces: TraceSettings | undefined
  dataDir: string
  outDir: string
  databaseUrl: string | undefined
  databaseLimits: PostgresLimits
  siteUrl: string
  /** The address at which outside services reach the API. */
  apiUrl: string
  /** 32 bytes or more each, from which seal.ts derives every key: the first seals, all open. */
  secrets: readonly Buffer[]
  trustProxy: string[]
  corsOrigins: string[]
  callsPerMinute: number
  demo: boolean
  /** Address of clamd. */
  clamav: { host: string; port: number } | undefined
  documentFonts: string | undefined
  logLevel: string
  logDir: string
  /** Of all log files together. */
  logBytes: number
  /** Must stay free on the disk of the data. */
  minFreeBytes: number
  clockOffset: number
  worker: boolean
  drainMs: number
  invoiceChannel: 'desk' | undefined
  /** Where files lie, if not in the data's folder. */
  s3: S3Settings | undefined
  licensedFor: readonly LicensedService[]
  /** Payment providers that are switched on. */
  payment: PaymentSettings
}

/** Says which settings are wrong or missing; holds only their names, never their values. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  /** Settings without which production does not start. */
  readonly missing: readonly string[]
  constructor(message: string, missing: readonly string[] = []) {
    super(message)
    this.missing = missing
  }
}

/**
 * Parses the environment and makes the data directory, for its owner alone. Throws `ConfigError` naming each setting
 * that is wrong. `alsoMissing`: settings that features lack, so that whoever sets production up learns of everything in
 * one message.
 */
export function readConfig(
  env: NodeJS.ProcessEnv,
  alsoMissing: (config: Config) => readonly string[] = () => [],
): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Env.safeParse(set)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((it) => `  ${it.path.join('.')}: ${it.message}`)
    throw new ConfigError(`These settings cannot be used:\n${lines.join('\n')}`)
  }
  const e = parsed.data
  const incomplete = [...incompletePaymentSettings(e), ...incompleteS3(e)]
  if (incomplete.length > 0)
    throw new ConfigError(`These settings cannot be used:\n${incomplete.map((it) => `  ${it}`).join('\n')}`)
  const dataDir = resolve(e.DATA_DIR)
  const unfinished = missingOfProviders(e)
  const missing = e.MODE === 'production' ? [...missingSettings(e), ...unfinished] : []
  if (missing.length > 0) requireSettings([...missing, ...alsoMissing(configOf(e, dataDir, []))])
  if (unfinished.length > 0) throw new ConfigError(`SMS_PROVIDERS needs: ${unfinished.join(', ')}`)
  const [readable] = makePrivate(dataDir)
  // A developer's disk may know no modes; production's must.
  if (readable !== undefined && e.MODE === 'production')
    throw new ConfigError(`Others can read ${readable}, and this process cannot change that: chmod go= ${readable}`)
  return configOf(e, dataDir, e.SECRET ?? keptSecrets(dataDir))
}

function configOf(e: z.output<typeof Env>, dataDir: string, secrets: Buffer[]): Config {
  const siteUrl = (e.PUBLIC_SITE_URL ?? `http://localhost:${e.PORT}`).replace(/\/$/, '')
  return {
    mode: e.MODE,
    port: e.PORT,
    host: e.HOST,
    traces: traceSettings(e),
    metrics: e.METRICS_PORT === undefined ? undefined : { host: e.METRICS_HOST, port: e.METRICS_PORT },
    dataDir,
    outDir: resolve(e.OUT_DIR),
    databaseUrl: e.DATABASE_URL,
    databaseLimits: { connections: e.DATABASE_CONNECTIONS, statementMs: e.DATABASE_STATEMENT_SECONDS * 1000 },
    siteUrl,
    apiUrl: e.PUBLIC_API_BASE?.replace(/\/$/, '') ?? siteUrl,
    secrets,
    ...messageSettings(e),
    trustProxy: e.TRUST_PROXY,
    corsOrigins: e.CORS_ORIGINS,
    callsPerMinute: e.CALLS_PER_MINUTE,
    demo: e.MODE === 'sandbox' && e.DEMO,
    clamav: e.CLAMAV_HOST,
    documentFonts: e.DOCUMENT_FONTS,
    logLevel: e.LOG_LEVEL,
    logDir: e.LOG_DIR ? resolve(e.LOG_DIR) : join(dataDir, 'logs'),
    logBytes: e.LOG_MAX_MB * 1024 * 1024,
    minFreeBytes: e.MIN_FREE_MB * 1024 * 1024,
    clockOffset: e.MODE === 'sandbox' ? e.SANDBOX_CLOCK_OFFSET : 0,
    worker: !e.NO_WORKER,
    drainMs: e.DRAIN_SECONDS * 1000,
    invoiceChannel: e.INVOICE_CHANNEL,
    s3: s3Settings(e),
    licensedFor: licensedServices({
      MODE: e.MODE,
      ...(e.LICENSED_FOR === undefined ? {} : { LICENSED_FOR: e.LICENSED_FOR }),
    }),
    payment: paymentSettingsOf(e),
  }
}

/** Whether a database on another machine is reached by TLS: without a word the driver takes plain connections. */
function isUnsaid({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? hostname
  const isHere = host.startsWith('/') || ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host)
  return !isHere && !searchParams.has('sslmode')
}

function missingSettings(e: z.output<typeof Env>): string[] {
  const wanted = ['SECRET', 'PUBLIC_SITE_URL'] as const
  const missing: string[] = [...wanted.filter((name) => e[name] === undefined), ...missingMessageSettings(e)]
  if (e.PUBLIC_SITE_URL?.startsWith('http:')) missing.push('PUBLIC_SITE_URL with https')
  if (e.DATABASE_URL && isUnsaid(new URL(e.DATABASE_URL))) missing.push('DATABASE_URL with sslmode')
  if (e.SANDBOX_CLOCK_OFFSET !== 0) missing.push('SANDBOX_CLOCK_OFFSET unset')
  if (e.CONTENT_DAY !== undefined) missing.push('CONTENT_DAY unset')
  if (e.CONTENT_DRAFTS !== undefined) missing.push('CONTENT_DRAFTS unset')
  return missing
}

/** Stops the start of production when anything is missing. */
export function requireSettings(missing: readonly string[]): void {
  if (missing.length > 0) throw new ConfigError(`Production does not start without: ${missing.join(', ')}`, missing)
}

/** The sandbox generates a secret once and keeps it beside its data, readable by its owner only. */
function keptSecrets(dataDir: string): Buffer[] {
  const file = join(dataDir, 'secret')
  try {
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return secretRing.parse(readFileSync(file, 'utf8'))
}
