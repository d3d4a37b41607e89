/** The check before going live finds what files, documents and logs need, and what stops the first start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openServer } from '../../src/programs/open-server.ts'
import { fileChecks } from '../../src/programs/production-checks/file-checks.ts'
import { runChecks } from '../../src/programs/production-checks/run-checks.ts'
import { readConfig, type Config } from '../../src/server/config.ts'
import { sandboxEnv } from '../runner/env.ts'
import { fakeClamd } from './fake-clamd.ts'
import { EICAR } from './hostile-files.ts'

const root = mkdtempSync(join(tmpdir(), 'youfang-checks-'))
let config: Config
beforeAll(() => {
  config = readConfig({ DATA_DIR: join(root, 'data') })
})
afterAll(() => rmSync(root, { recursive: true }))

async function said(over: Partial<Config>): Promise<string> {
  const lines: string[] = []
  await runChecks({ ...config, ...over }, fileChecks, (line) => void lines.push(line))
  return lines.join('\n')
}

test('without a scanner and fonts of its own, the folder of files is all there is to check', async () => {
  expect(await said({})).toBe('ok    files\nok    virus scanner\nok    fonts of documents')
  writeFileSync(join(root, 'file'), '')
  expect(await said({ dataDir: join(root, 'file') })).toContain('FAIL  files: failed: ')
})

const daemons: ReturnType<typeof fakeClamd>[] = []
afterEach(() => {
  for (const it of daemons.splice(0)) it.close()
})
async function clamdThat(answer: (bytes: Buffer) => string): Promise<Config['clamav']> {
  const clamd = fakeClamd(answer)
  daemons.push(clamd)
  await once(clamd, 'listening')
  return { host: '127.0.0.1', port: (clamd.address() as AddressInfo).port }
}
const finds = (bytes: Buffer): string => (bytes.includes(EICAR) ? 'stream: Eicar FOUND\0' : 'stream: OK\0')

test('a scanner must answer, find something, and take the largest file', async () => {
  expect(await said({ clamav: await clamdThat(finds) })).toContain('ok    virus scanner')
  expect(await said({ clamav: await clamdThat(() => 'stream: OK\0') })).toContain(
    'FAIL  virus scanner: it does not find the EICAR test file',
  )
  const small = (bytes: Buffer): string => (bytes.length > 1e6 ? 'INSTREAM size limit exceeded. ERROR\0' : finds(bytes))
  expect(await said({ clamav: await clamdThat(small) })).toContain(
    'FAIL  virus scanner: it does not take 15 MB: raise its StreamMaxLength',
  )
  expect(await said({ clamav: { host: '127.0.0.1', port: 1 } })).toContain(
    'FAIL  virus scanner: nothing answers at CLAMAV_HOST',
  )
})

test('fonts must be there, and be fonts', async () => {
  const documentFonts = join(root, 'fonts')
  expect(await said({ documentFonts })).toContain('FAIL  fonts of documents: failed: ENOENT')
  mkdirSync(documentFonts)
  expect(await said({ documentFonts })).toContain('FAIL  fonts of documents: DOCUMENT_FONTS holds no TTF file')
  const font = 'node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'
  copyFileSync(font, join(documentFonts, 'a.ttf'))
  expect(await said({ documentFonts })).toContain('ok    fonts of documents')
  writeFileSync(join(documentFonts, 'b.ttf'), 'no font')
  expect(await said({ documentFonts })).toContain(
    'FAIL  fonts of documents: a TTF file in DOCUMENT_FONTS cannot be read',
  )
})

test('a server whose log folder cannot be made says which setting that is', async () => {
  writeFileSync(join(root, 'taken'), '')
  const logDir = join(root, 'taken', 'logs')
  await expect(openServer({ config: { ...config, logDir } })).rejects.toThrow('LOG_DIR cannot be written: ENOTDIR')
})

/** With these it goes on from the settings to the connections, none of which is there. */
const ENOUGH_SETTINGS = {
  SECRET: Buffer.alloc(32, 1).toString('base64'),
  PUBLIC_SITE_URL: 'https://youfang.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hello@youfang.example',
  SMS_PROVIDERS: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token-of-test',
  TWILIO_FROM: '+15005550006',
  TWILIO_URL: 'http://127.0.0.1:1',
}

test('a reader that has read enough ends the check quietly', async () => {
  const child = spawn(process.execPath, ['src/programs/production-checks/main.ts'], {
    env: { ...sandboxEnv(), ...ENOUGH_SETTINGS, DATA_DIR: join(root, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  let complained = ''
  child.stderr.on('data', (part: Buffer) => (complained += part.toString()))
  await once(child, 'close')
  expect(complained).toBe('')
})
