import { z } from 'zod/mini'
import type { Json } from '../../lib/text/canonical-json.ts'
import type { Typed } from './draft-fields.ts'

const rows = z.array(
  z.object({ path: z.string(), value: z.json(), base: z.json(), sent: z.optional(z.array(z.json())) }),
)

/** Reads typing that this device kept. What no longer fits the draft, as an older build left it, is not an error. */
export const readTypedRows = (raw: unknown, possible: (path: string, value: Json) => boolean): Typed[] =>
  (rows.safeParse(raw).data ?? []).filter(({ path, value }) => possible(path, value))
