/** Settings of a machine that would turn a test run into something else: another database, real mail, production. */
const SETTINGS =
  /^(DATABASE_|DATA_DIR|PORT|HOST|NODE_ENV|SMTP_|S3_|PUBLIC_|STRIPE_|ALIPAY_|WECHAT_|TRANSFER_|SMS_|TWILIO_|ALIYUN_|TENCENT_|MAIL_|SECRET|INVOICE_|YOUFANG_|MODE$)/

/**
 * The environment of every phase: that of the machine without the product's own settings, so that tests always run
 * against the sandbox, without astro's notes of use, so that nothing is sent anywhere, and without waiting for a front
 * server where one ends that has none.
 */
export function sandboxEnv(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !SETTINGS.test(name))
  return {
    ...Object.fromEntries(kept),
    DRAIN_SECONDS: '0',
    ASTRO_TELEMETRY_DISABLED: '1',
    FORCE_COLOR: env['FORCE_COLOR'] ?? '0',
  }
}
