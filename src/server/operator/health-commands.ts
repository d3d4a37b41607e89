/** `npm run operator -- health show`: whether the server can work, and what somebody should look at. */
import { z } from 'zod'
import { command, type Command } from './command.ts'

const show = command({
  noun: 'health',
  verb: 'show',
  role: 'any',
  reads: true,
  about: 'What /readyz checks, part by part, and the figures that somebody should look at',
  input: z.object({}),
  run: async (_, { deps, print }) => {
    const { health } = deps
    for (const [part, value] of Object.entries(await health.check())) print(`${part}  ${String(value)}`)
    for (const [name, figure] of Object.entries(await health.figures())) print(`${name}  ${figure}`)
  },
})

export const healthCommands: readonly Command[] = [show]
