/**
 * Schemas of sums, by the form of the code, so that pages need no list of currencies. What a server has written is
 * right; of what a person sends, a rule asks whether there is such a currency.
 */
import { z } from 'zod/mini'
import type { Currency } from './currencies.ts'

export const currencySchema = z.custom<Currency>((code) => typeof code === 'string' && /^[A-Z]{3}$/.test(code))
export const moneySchema = z.object({ amount: z.int(), currency: currencySchema })
