/** A server that sends text messages through fake providers. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGS } from '../../../src/lib/locale.ts'
import { features } from '../../../src/programs/feature-list.ts'
import { messagesOf } from '../../../src/server/messages/define-message.ts'
import { startServer, type TestServer } from '../start-server.ts'
import { ALIYUN, aliyunFake } from './aliyun-fake.ts'
import type { FakeProvider } from './fake-server.ts'
import { TENCENT, tencentFake } from './tencent-fake.ts'
import { TWILIO, twilioFake } from './twilio-fake.ts'

export const FAKES = { aliyun: aliyunFake, tencent: tencentFake, twilio: twilioFake } as const
export type FakeName = keyof typeof FAKES

export const TEMPLATES = [...messagesOf(features).keys()].sort()

/** An id for every message in every language; as YAML, which includes JSON. */
export const templateFile = (without: readonly string[] = []): string =>
  JSON.stringify(
    Object.fromEntries(
      (['aliyun', 'tencent'] as const).map((provider) => [
        provider,
        Object.fromEntries(
          TEMPLATES.filter((it) => !without.includes(it)).map((name, i) => [
            name,
            Object.fromEntries(
              LANGS.map((lang, n) => [lang, `${provider === 'aliyun' ? 'SMS_' : ''}${1000 + i * 2 + n}`]),
            ),
          ]),
        ),
      ]),
    ),
  )

const settings = (name: FakeName, url: string): Record<string, string> =>
  ({
    aliyun: {
      ALIYUN_SMS_KEY_ID: ALIYUN.keyId,
      ALIYUN_SMS_KEY_SECRET: ALIYUN.keySecret,
      ALIYUN_SMS_SIGN: ALIYUN.sign,
      ALIYUN_SMS_URL: url,
    },
    tencent: {
      TENCENT_SMS_SECRET_ID: TENCENT.secretId,
      TENCENT_SMS_SECRET_KEY: TENCENT.secretKey,
      TENCENT_SMS_APP_ID: TENCENT.appId,
      TENCENT_SMS_SIGN: TENCENT.sign,
      TENCENT_SMS_URL: url,
    },
    twilio: {
      TWILIO_ACCOUNT_SID: TWILIO.account,
      TWILIO_AUTH_TOKEN: TWILIO.token,
      TWILIO_FROM: TWILIO.from,
      TWILIO_URL: url,
    },
  })[name]

/** The fakes in the order in which they are tried, and the server's settings for them. */
export async function startFakes(
  names: readonly FakeName[],
  folder: string,
): Promise<{ fakes: FakeProvider[]; env: Record<string, string> }> {
  const fakes = await Promise.all(names.map((name) => FAKES[name]()))
  const path = join(folder, 'sms-templates.yaml')
  writeFileSync(path, templateFile())
  return {
    fakes,
    env: Object.assign(
      { SMS_PROVIDERS: names.join(','), SMS_TEMPLATES: path },
      ...names.map((name, i) => settings(name, fakes[i]?.url ?? '')),
    ) as Record<string, string>,
  }
}

export async function startSmsServer(
  names: readonly FakeName[],
  folder: string,
  env: Record<string, string> = {},
): Promise<{ fakes: FakeProvider[]; server: TestServer; close: () => Promise<void> }> {
  const started = await startFakes(names, folder)
  const server = await startServer({
    env: { ...started.env, LOG_LEVEL: 'debug', PUBLIC_SITE_URL: 'https://youfang.example', ...env },
  })
  return {
    fakes: started.fakes,
    server,
    close: async () => {
      await server.close()
      for (const fake of started.fakes) await fake.close()
    },
  }
}
