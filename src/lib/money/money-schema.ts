/**
 * Schemas of sums, by the form of the code, so that pages need no list of currencies. What a server has written is
 * right; of what a person sends, a rule asks whether there is such a currency.
 */
import { z } from 'zod/mini'
import { patternText } from '../bounded-schemas.ts'
import type { Currency } from './currencies.ts'

const code: z.ZodMiniType = patternText(/^[A-Z]{3}$/, 3)
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a code's form is all that a page knows of a currency
export const currencySchema = code as z.ZodMiniType<Currency, Currency>
export const moneySchema = z.object({ amount: z.int(), currency: currencySchema })
