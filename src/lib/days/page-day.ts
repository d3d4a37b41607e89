import { z } from 'zod/mini'
import { patternText } from '../bounded-schemas.ts'

/**
 * The day that the page with a checkbox was built for, in an input: until the nightly build the page leads to the texts
 * of that day. Pages from before this field leave it out.
 */
export const pageDay = () => z.optional(patternText(/^\d{4}-\d\d-\d\d$/, 10))
