/**
 * Tries mail and text message settings before they are needed: logins and templates, without sending. Problems are
 * reported without values.
 */
import type { Config } from '../config.ts'
import { LoggedFault } from '../logs/logging.ts'
import { sayMailFault } from './send-by-mail.ts'
import { smtpTransport } from './deliver-message.ts'
import type { SmsProviderName } from './message-settings.ts'
import { loadSmsProvider } from './sms/load-sms-providers.ts'
import { missingSmsTemplates, readSmsTemplates } from './sms/sms-templates.ts'

export interface ConnectionCheck {
  name: string
  /** Problems, a line each. `templates` are the names of all messages. */
  run: (config: Config, templates: readonly string[]) => Promise<string[]>
}

const mail: ConnectionCheck = {
  name: 'mail',
  run: async ({ smtpUrl, mode }) => {
    if (smtpUrl === undefined) return ['SMTP_URL is not set']
    const transport = await smtpTransport(smtpUrl, mode)()
    try {
      // Connects, secures the connection and logs in.
      await transport.verify()
      return []
    } catch (error) {
      return [sayMailFault(error)]
    } finally {
      transport.close()
    }
  },
}

const returned: ConnectionCheck = {
  name: 'mail that comes back',
  run: async ({ mailBounces, mailEventsSecret }) => [
    ...(mailBounces === undefined ? ['MAIL_BOUNCES is not set'] : []),
    ...(mailEventsSecret === undefined ? ['MAIL_EVENTS_SECRET is not set'] : []),
  ],
}

const texts: ConnectionCheck = {
  name: 'text messages',
  run: async (config, templates) => {
    if (config.sms.providers.length === 0) return ['SMS_PROVIDERS is not set']
    const problems = missingSmsTemplates(config, templates).map((it) => `missing: ${it}`)
    for (const settings of config.sms.providers) {
      try {
        const problem = await (await loadSmsProvider(settings)).check(idsOf(config, settings.name))
        if (problem !== undefined) problems.push(`${settings.name}: ${problem}`)
      } catch (error) {
        problems.push(
          error instanceof LoggedFault
            ? error.message
            : `${settings.name}: ${error instanceof Error ? error.name : 'failed'}`,
        )
      }
    }
    return problems
  },
}

/** Each id once: two messages may share one text. */
const idsOf = (config: Config, provider: SmsProviderName): string[] => [
  ...new Set(
    Object.values(readSmsTemplates(config.sms.templates)[provider] ?? {}).flatMap((byLang) => Object.values(byLang)),
  ),
]

export const connectionChecks: readonly ConnectionCheck[] = [mail, returned, texts]
