/** Typing that no server has yet, sealed on this device (design §6.2): a killed tab or an ended login loses nothing. */
import { z } from 'zod'
import { drop, keep, kept, keptKeys } from '../../../../../app/device-store.ts'
import { answersSchema, visitSchema, type AnswerKey, type ClaimAnswers } from '../../../answers.ts'

/** One key as typed, and the version of the draft that it was typed over. */
export interface Typed {
  key: AnswerKey
  value: ClaimAnswers[AnswerKey]
  base: number
}

const STORE = 'claim-typing'
/** A day as it stands in its field while it is none yet. */
const halfDay = z.string().max(40)
const typing = answersSchema.extend({ incidentDay: halfDay, visits: z.array(visitSchema.extend({ day: halfDay })) })
const row = z.object({ key: answersSchema.keyof(), value: z.unknown(), base: z.number().int().min(1) })
const rows = z.array(row)

/** Each tab writes under its own name, so that two of them on one draft do not overwrite each other. */
const tab: string = crypto.randomUUID().slice(0, 8)
const own = (claim: string): string => `${claim}/${tab}`

let last: Promise<void> = Promise.resolve()

/** One after the other: sealing takes a moment, in which what is older must not overtake what is younger. */
export function keepTyped(claim: string, typed: readonly Typed[]): Promise<void> {
  last = last.then(() => (typed.length === 0 ? drop(STORE, own(claim)) : keep(STORE, own(claim), typed))).catch(() => undefined)
  return last
}

/** Everything that was typed into this claim on this device and not acknowledged; taken over from tabs that are gone. */
export async function takeTyped(claim: string): Promise<Typed[]> {
  const names = (await keptKeys(STORE).catch(() => [])).filter((name) => name.startsWith(`${claim}/`))
  const found: Typed[] = []
  for (const name of names) found.push(...readTyped(await kept(STORE, name).catch(() => undefined)))
  // Under this tab's name first: it may be killed between the two.
  if (found.length > 0) await keepTyped(claim, found)
  for (const name of names) if (name !== own(claim)) await drop(STORE, name).catch(() => undefined)
  return found
}

/** What fits the shape of the answers; an older build's leftovers are no reason to fail. */
export function readTyped(raw: unknown): Typed[] {
  return (rows.safeParse(raw).data ?? []).flatMap(({ key, value, base }) => {
    const fits = typing.shape[key].safeParse(value)
    return fits.success ? [{ key, value: fits.data, base }] : []
  })
}

export async function forgetTyped(claim: string): Promise<void> {
  for (const name of await keptKeys(STORE).catch(() => [])) if (name.startsWith(`${claim}/`)) await drop(STORE, name).catch(() => undefined)
}
