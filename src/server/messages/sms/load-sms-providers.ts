/** The providers that are switched on; no other is loaded. */
import type { SmsSettings } from '../message-settings.ts'
import type { SmsProvider } from './sms-provider.ts'

export async function loadSmsProvider(settings: SmsSettings): Promise<SmsProvider> {
  if (settings.name === 'aliyun') return (await import('./aliyun.ts')).aliyun(settings)
  if (settings.name === 'tencent') return (await import('./tencent.ts')).tencent(settings)
  return (await import('./twilio.ts')).twilio(settings)
}

/** In the order in which they are tried. */
export const loadSmsProviders = (all: readonly SmsSettings[]): Promise<SmsProvider[]> =>
  Promise.all(all.map(loadSmsProvider))
