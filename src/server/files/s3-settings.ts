/** Settings of the object store, which is switched on by its bucket and its keys; without them files lie in DATA_DIR. */
import { z } from 'zod'

const flag = z.enum(['0', '1', 'true', 'false']).transform((v) => v === '1' || v === 'true')

export const s3Env = {
  S3_BUCKET: z.string().min(3).max(63).optional(),
  /** Of any store that speaks S3; Amazon's when not given. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** The bucket in the path of addresses instead of in the host's name. */
  S3_PATH_STYLE: flag.default(false),
}

const Env = z.object(s3Env)
type S3Env = z.output<typeof Env>

export interface S3Settings {
  bucket: string
  endpoint: string | undefined
  region: string
  keyId: string
  secret: string
  pathStyle: boolean
}

export function s3Settings(e: S3Env): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret } = e
  if (bucket === undefined || keyId === undefined || secret === undefined) return undefined
  return { bucket, endpoint: e.S3_ENDPOINT, region: e.S3_REGION, keyId, secret, pathStyle: e.S3_PATH_STYLE }
}

/** A bucket without its keys must not lead to files on the disk of one machine. */
export function incompleteS3(e: S3Env): string[] {
  const wanted = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const missing = wanted.filter((name) => e[name] === undefined)
  return missing.length === 0 || missing.length === wanted.length ? [] : [`S3_… needs: ${missing.join(', ')}`]
}
