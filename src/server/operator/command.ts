/** An operator command: `npm run operator -- <noun> <verb> …` (design §2 "Operators"). */
import { z } from 'zod'
import { decodeFields, fieldErrors } from '../../lib/contract.ts'
import type { FieldErrors } from '../../lib/errors.ts'
import type { Config } from '../config.ts'
import type { Table } from '../db/define-table.ts'
import type { Deps } from '../dependencies.ts'
import type { Role } from './roles.ts'

export interface CommandContext {
  deps: Deps
  /**
   * Who acts and why, for the event: `operator:<id>` and the reason. Every command that changes something takes a
   * reason.
   */
  by: string
  why: string
  print: (line: string) => void
}

/** What a command has that runs on the host, beside the server or where there is none yet. */
export interface HostContext {
  config: Config
  /** Every table of the store, as declared. */
  tables: readonly Table[]
  print: (line: string) => void
}

export interface Command<Act = CommandContext> {
  noun: string
  verb: string
  /** One line of help. */
  about: string
  /** Options and positionals by name; positionals are listed in `args` in their order. */
  input: z.ZodObject
  args?: readonly string[]
  /** The role that may run it; `any` where an operator's key is enough. */
  role: Role | 'any'
  /** Needs no key as long as no operator has one. */
  makesFirst?: true
  /** Can be run with a key that somebody else has seen: nothing else can. */
  takesTemporaryKey?: true
  /** Read-only: `--why` is not required. */
  reads?: true
  /** Parses what was typed, by name: what running it would do, or the codes of what is wrong. */
  prepare: (typed: Record<string, unknown>) => ((act: Act) => Promise<void>) | { wrong: FieldErrors }
}

interface WhatItDoes<S extends z.ZodObject, Act> {
  input: S
  run: (input: z.output<S>, act: Act) => Promise<void>
}

/** Ties what a command does to its schema. */
export const command = <S extends z.ZodObject, Act = CommandContext>({
  run,
  ...definition
}: Omit<Command, 'input' | 'prepare'> & WhatItDoes<S, Act>): Command<Act> => ({
  ...definition,
  prepare: (typed) => {
    const input = z.safeParse(definition.input, decodeFields(definition.input, typed))
    return input.success ? (act) => run(input.data, act) : { wrong: fieldErrors(input.error) }
  },
})

/** Declares the commands of one noun that are for one role. */
export const commandsOf =
  (of: Pick<Command, 'noun' | 'role'>) =>
  <S extends z.ZodObject>(
    definition: Omit<Command, 'input' | 'prepare' | 'noun' | 'role'> & WhatItDoes<S, CommandContext>,
  ): Command =>
    command({ ...of, ...definition })
