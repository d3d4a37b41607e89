/** Output of the re-encoding process: a JSON header preceded by its length, then the bytes. */
import { z } from 'zod'

const CODES = [
  'file_broken',
  'file_mixed',
  'file_pixels',
  'file_pages',
  'file_locked',
  'file_damaged',
  'file_form',
  'file_attached',
  'file_differs',
  'file_blank',
] as const

export type RemakeResult =
  | { ok: true; pages: number; file: Uint8Array; thumb: Uint8Array | null }
  | { ok: false; code: (typeof CODES)[number] }

/** Sizes in bytes; 0 means no thumbnail. */
export const Head = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), pages: z.number().int(), file: z.number().int(), thumb: z.number().int() }),
  z.object({ ok: z.literal(false), code: z.enum(CODES) }),
])
export type Head = z.infer<typeof Head>

export const HEAD_LENGTH = 4

export function encodeResult(made: RemakeResult): Uint8Array[] {
  const head: Head = made.ok
    ? { ok: true, pages: made.pages, file: made.file.length, thumb: made.thumb?.length ?? 0 }
    : made
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(HEAD_LENGTH)
  length.writeUInt32BE(text.length)
  return [length, text, ...(made.ok ? [made.file, ...(made.thumb ? [made.thumb] : [])] : [])]
}
