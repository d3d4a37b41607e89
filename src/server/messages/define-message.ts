/**
 * Messages to people are declared beside their feature: how their reader chooses to be told, the limit, and the values
 * of their words in `public/locales/<lang>/messages.json` under the message's name: `subject`, `text` (mail) and `sms`.
 * Whoever sends one names its declaration, so an unknown message or a missing value does not compile (decision 0125).
 */
import type { ChosenKind } from '../../lib/people/message-preferences.ts'
import type { MessageLimitName } from './message-limits.ts'

/**
 * People choose by kind how they are told. `direct` goes only where it was sent: codes, what somebody asked for,
 * warnings to the owner of an address.
 */
export type MessageKind = ChosenKind | 'direct'

interface Declared {
  readonly kind: MessageKind
  /** The strictest limit under which it is sent. Where its receiver proved the address, a call names another. */
  readonly limit: MessageLimitName
  /** Its values, strings ready to print in the reader's language. */
  readonly vars: readonly string[]
  /** Addresses that a text message may leave out, because it says whom to call instead. */
  readonly mailOnly?: readonly string[]
}

/** A message of which nobody knows the values at compile time: in lists, and by the name in a row. */
export interface AnyMessage extends Declared {
  /** Stored in rows, so it is never renamed. */
  readonly name: string
}

export type Vars<V extends string> = Readonly<Record<V, string>>

export interface Message<V extends string> extends AnyMessage {
  readonly vars: readonly V[]
  /** Its own values alone; throws when one is missing. */
  readonly pick: (vars: Vars<V>) => Record<string, string>
}

const pickFrom =
  (name: string, names: readonly string[]) =>
  (vars: Vars<string>): Record<string, string> =>
    Object.fromEntries(
      names.map((it) => {
        const value = vars[it]
        if (value === undefined) throw new Error(`The message ${name} lacks ${it}`)
        return [it, value]
      }),
    )

/** Declares messages by their names. A feature lists them in `ServerFeature.messages`. */
export const defineMessages = <const D extends Readonly<Record<string, Declared>>>(declared: D) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fromEntries` forgets that every name has its entry
  Object.fromEntries(
    Object.entries(declared).map(([name, it]) => [name, { name, ...it, pick: pickFrom(name, it.vars) }]),
  ) as { readonly [N in keyof D]: Message<D[N]['vars'][number]> }

/** What is left to say of a message whose sender knows the values `B`. */
export type MoreVars<V extends string, B extends string> = Vars<Exclude<V, B>>

/** The values that a sender knows of all its messages, and those of one of them. */
export const withMore = <B extends string, V extends string>(base: Vars<B>, more: MoreVars<V, B>): Vars<B | V> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a value of `V` is one of `B`, or one of the others
  ({ ...base, ...more }) as Vars<B | V>

export const coreMessages = defineMessages({
  /** A verification code; the sandbox inbox shows it separately. */
  login_code: { kind: 'direct', limit: 'code', vars: ['code', 'minutes'] },
})

export type MessageList = Readonly<Record<string, AnyMessage>>

/** The messages of the server itself and of these features, by name. */
export const messagesOf = (features: readonly { messages?: MessageList }[]): ReadonlyMap<string, AnyMessage> =>
  new Map(
    [coreMessages, ...features.map((it) => it.messages ?? {})].flatMap((list: MessageList) =>
      Object.values(list).map((it) => [it.name, it] as const),
    ),
  )

/** A code goes wherever it was asked for, and a part of the text message budget is reserved for codes. */
export const isCode = (message: AnyMessage | undefined): boolean => message?.limit === 'code'

/** Kinds that may be switched off; contract or law requires the rest. */
export const OPTIONAL_KINDS: readonly ChosenKind[] = ['reminders']

/** The kind of a message that its reader may switch off; `undefined` for all others. */
export const optionalKindOf = (message: AnyMessage | undefined): ChosenKind | undefined =>
  OPTIONAL_KINDS.find((it) => it === message?.kind)

/** What a message is sent for. Every other value may be worded around; without these its reader cannot go on. */
const HANDED_OVER = ['code', 'url']

/** The values that a mail's text, or the text message, cannot be without. */
export const neededIn = ({ vars, mailOnly = [] }: AnyMessage, part: 'text' | 'sms'): string[] =>
  HANDED_OVER.filter((it) => vars.includes(it) && !(part === 'sms' && mailOnly.includes(it)))
