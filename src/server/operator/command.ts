/** An operator command: `npm run operator -- <noun> <verb> …` (design §2 "Operators"). */
import type { z } from 'zod'
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

export interface Command {
  noun: string
  verb: string
  /** One line of help. */
  about: string
  /** Options and positionals by name; positionals are listed in `args` in their order. */
  input: z.ZodObject
  args?: readonly string[]
  /** The role that may run it. */
  role: Role
  /** Needs no key as long as no operator has one. */
  makesFirst?: true
  /** Read-only: `--why` is not required. */
  reads?: true
  run: (input: never, act: CommandContext) => Promise<void>
}

/** Ties a command's input to its schema. */
export const command = <S extends z.ZodObject>(
  definition: Omit<Command, 'input' | 'run'> & {
    input: S
    run: (input: z.output<S>, act: CommandContext) => Promise<void>
  },
): Command => definition
