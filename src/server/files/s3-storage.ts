/**
 * Bytes of files in an object store that speaks S3: several machines share it. What is sent is signed with its SHA-256,
 * which the store checks, and what comes back is verified by our own encryption (decision 0130).
 */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { now } from '../../lib/days/clock.ts'
import type { S3Settings } from './s3-settings.ts'
import { driverCode, StoreUnavailable } from '../db/store-unavailable.ts'
import type { Deps } from '../dependencies.ts'
import { callOutside } from '../metrics/outgoing-call.ts'
import { newId } from '../new-id.ts'
import type { Storage } from './storage.ts'

/** The smallest part that S3 takes: what one file holds in memory while it is sent. */
const PART_BYTES = 5 * 1024 * 1024
const CONNECT_MS = 5_000
/** Of silence, in either direction. A part that takes longer altogether goes on. */
const SILENCE_MS = 20_000
/** With pauses in between: a store that restarts is not noticed. */
const ATTEMPTS = 3
const PROBE_BYTES = 1024
const DAY = 86_400_000

const clientOf = ({ endpoint, region, keyId, secret, pathStyle }: S3Settings, silenceMs: number): S3Client =>
  new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
    // Stores beside Amazon's refuse its newer checksums. The signature has one that they all check.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

/** `silenceMs`: shorter in a test. */
export function s3Storage(settings: S3Settings, deps: Pick<Deps, 'metrics' | 'log'>, silenceMs = SILENCE_MS): Storage {
  const client = clientOf(settings, silenceMs)
  const { bucket: Bucket } = settings
  /** A fault of the store is one of ours that passes; one of the source stays what it is. */
  const asked = <T>(operation: string, ask: () => Promise<T>): Promise<T> =>
    callOutside(deps, { kind: 'storage', service: 's3', operation }, () => ask().catch(rethrow), {
      answers: (error) => error instanceof SourceFailed,
    }).catch((error: unknown) => {
      throw error instanceof SourceFailed ? error.cause : error
    })
  return {
    write: (name, source) =>
      asked('put', async () => {
        const Body = Readable.from(labelled(source), { objectMode: false })
        const params = { Bucket, Key: name, Body }
        // Files up to one part are a single request; larger ones are given up whole if a part fails.
        await new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 }).done()
      }),
    async *read(name) {
      const { Body } = await asked('get', () => client.send(new GetObjectCommand({ Bucket, Key: name })))
      if (!(Body instanceof Readable)) throw new StoreUnavailable('s3 no body', { cause: undefined })
      try {
        for await (const part of Body) yield part
      } catch (error) {
        rethrow(error)
      }
    },
    delete: async (name) => {
      await asked('delete', () => client.send(new DeleteObjectCommand({ Bucket, Key: name })))
    },
    async *list() {
      // Listing uploads is a right of its own in some stores: files are listed without it.
      await giveUpUnfinished(client, Bucket).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'unfinished uploads cannot be listed'),
      )
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
        for (const { Key, LastModified } of Contents)
          if (Key !== undefined && LastModified !== undefined) yield { name: Key, at: LastModified.getTime() }
      }
    },
    probe: async () => {
      const Key = `probe-${newId()}`
      await asked('probe', async () => {
        await client.send(new PutObjectCommand({ Bucket, Key, Body: randomBytes(PROBE_BYTES) }))
        await client.send(new DeleteObjectCommand({ Bucket, Key }))
      })
    },
  }
}

/** What is stored could not be read to its end: an upload that was cut off, or is too long. */
class SourceFailed extends Error {}

async function* labelled(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (cause) {
    throw new SourceFailed('', { cause })
  }
}

/** A fault of the store passes. That it does not have a file is none: the reader fails, as with a folder. */
function rethrow(error: unknown): never {
  if (error instanceof SourceFailed || error instanceof NoSuchKey) throw error
  throw new StoreUnavailable(`s3 ${driverCode(error)}`, { cause: error })
}

/** Parts of uploads whose process died lie in no list, and cost room: after a day nobody completes them. */
async function giveUpUnfinished(client: S3Client, Bucket: string): Promise<void> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (Initiated !== undefined && Initiated.getTime() < now() - DAY)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  }
}
