export type Device = 'web' | 'mobile'

/**
 * Mobile detection by user agent alone (spec §1, §9). iPads that identify as "Macintosh" get the desktop pages that
 * they ask for, and WeChat on a computer those of a computer.
 */
export function deviceOf(userAgent: string): Device {
  if (/WindowsWechat|MacWechat/i.test(userAgent)) return 'web'
  return /Android|iPhone|iPad|Mobile|HarmonyOS|MicroMessenger|Opera Mini/i.test(userAgent) ? 'mobile' : 'web'
}
