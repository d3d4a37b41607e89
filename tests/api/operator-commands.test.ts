/** Commands of operators whose answer needs no case of its own; those about cases are run where the case is made. */
import { expect, test } from 'vitest'
import { features } from '../../src/programs/feature-list.ts'
import { serverCommands } from '../../src/server/operator/server-commands.ts'
import { commandOutput } from './operator-commands.ts'
import { startServer } from './start-server.ts'

const commands = [...serverCommands, ...features.flatMap((it) => it.commands ?? [])]

test.each([
  [['messages', 'templates', 'aliyun'], 0, /^account_close_code {2}cn {2}\(no id\) {2}验证码\$\{code\}/m],
  [['messages', 'templates', 'twilio'], 2, /^provider: /],
  [['group-payments', 'failing'], 0, /^Nothing fails\.$/],
  [['payments', 'try', 'stripe'], 1, /none is switched on/],
  [['changes', 'photo', 'YF-E-260302-7KQ2XN', '1', 'photo.jpg'], 1, /^Refused: not_found$/],
  [['registrations', 'photo', '018f3b1c-8f00-7000-8000-000000000000', 'photo.jpg'], 1, /^Refused: not_found$/],
  [['group-payments', 'take-off', 'YF-G-260302-7KQ2XN', 'YFO-260302-7KQ2XN'], 1, /^Refused: not_found$/],
] as const)('%s', async (words, code, says) => {
  const server = await startServer()
  const why = words[1] === 'failing' || words[1] === 'templates' ? [] : ['--by', 'wu', '--why', 'asked for']
  const output = await commandOutput(server.deps, commands, [...words, ...why])
  await server.close()
  expect(output).toEqual({ code, said: expect.stringMatching(says) })
})
