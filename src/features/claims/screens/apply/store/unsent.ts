/** Typing that no server has yet, sealed on this device (design §6.2): a killed tab or an ended login loses nothing. */
import { z } from 'zod'
import { drop, keep, kept, keptKeys } from '../../../../../app/device-store.ts'
import { answersSchema, type AnswerKey, type ClaimAnswers } from '../../../answers.ts'

/** One key as typed, and the version of the draft that it was typed over. */
export interface Typed {
  key: AnswerKey
  value: ClaimAnswers[AnswerKey]
  base: number
}

const STORE = 'claim-typing'
const row = z.object({ key: answersSchema.keyof(), value: z.unknown(), base: z.number().int().min(1) })
const rows = z.array(row)

/** Each tab writes under its own name, so that two of them on one draft do not overwrite each other. */
const tab: string = crypto.randomUUID().slice(0, 8)
const own = (claim: string): string => `${claim}/${tab}`

export async function keepTyped(claim: string, typed: readonly Typed[]): Promise<void> {
  if (typed.length === 0) return drop(STORE, own(claim)).catch(() => undefined)
  return keep(STORE, own(claim), typed)
}

/** Everything that was typed into this claim on this device and not acknowledged; taken over from tabs that are gone. */
export async function takeTyped(claim: string): Promise<Typed[]> {
  const names = (await keptKeys(STORE).catch(() => [])).filter((name) => name.startsWith(`${claim}/`) && name !== own(claim))
  const found: Typed[] = []
  for (const name of names) {
    found.push(...readTyped(await kept(STORE, name).catch(() => undefined)))
    await drop(STORE, name).catch(() => undefined)
  }
  return found
}

/** What fits the shape of the answers; an older build's leftovers are no reason to fail. */
export function readTyped(raw: unknown): Typed[] {
  return (rows.safeParse(raw).data ?? []).flatMap(({ key, value, base }) => {
    const fits = answersSchema.shape[key].safeParse(value)
    return fits.success ? [{ key, value: fits.data, base }] : []
  })
}

export async function forgetTyped(claim: string): Promise<void> {
  for (const name of await keptKeys(STORE).catch(() => [])) if (name.startsWith(`${claim}/`)) await drop(STORE, name).catch(() => undefined)
}
