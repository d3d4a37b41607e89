/** Where the command line reads an operator's key: never from an argument, which other users of the machine could see. */
import { readFileSync } from 'node:fs'

export interface Prompt {
  input: NodeJS.ReadStream
  output: NodeJS.WriteStream
}

/** `OPERATOR_KEY`, else the file `OPERATOR_KEY_FILE`, else a prompt where there is a terminal. Empty for none. */
export async function operatorKeyFrom(
  env: NodeJS.ProcessEnv,
  { input, output }: Prompt,
  needed: boolean,
): Promise<string> {
  const given = env['OPERATOR_KEY'] || (env['OPERATOR_KEY_FILE'] ? readFileSync(env['OPERATOR_KEY_FILE'], 'utf8') : '')
  if (given.trim() || !needed || !input.isTTY) return given.trim()
  output.write('Operator key (Enter for none): ')
  return (await hiddenLine(input)).trim().replace(/^$/, () => (output.write('\n'), ''))
}

/** Reads one line without echoing it. */
function hiddenLine(input: NodeJS.ReadStream): Promise<string> {
  input.setRawMode(true)
  input.setEncoding('utf8')
  let text = ''
  return new Promise((resolve) => {
    const end = (line: string): void => {
      input.off('data', take)
      input.setRawMode(false)
      input.pause()
      resolve(line)
    }
    const take = (chunk: string): void => {
      for (const char of chunk) {
        if (char === '\r' || char === '\n') return end(text)
        if (char === '\u0003' || char === '\u0004') return end('')
        text = char === '\u007f' || char === '\b' ? text.slice(0, -1) : text + char
      }
    }
    input.on('data', take)
    input.resume()
  })
}
