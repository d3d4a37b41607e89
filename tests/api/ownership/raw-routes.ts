/**
 * Addresses that are not calls (`raw` of a feature), and what replaces a login at each. Those of the sandbox do not
 * exist in production.
 */
export const RAW_ROUTES: Readonly<Record<string, string>> = {
  'POST /notify/sandbox': "the payment provider's signature",
  'POST /notify/stripe': "the payment provider's signature",
  'POST /notify/alipay': "the payment provider's signature",
  'POST /notify/wechat': "the payment provider's signature",
  'GET /notify/wechat/payer': 'the state of the question who pays, which the server signed',
  'POST /notify/sandbox-tax': "the tax channel's signature",
  'POST /notify/unsubscribe': 'the link of a mail, which the server sealed',
  'GET /notify/unsubscribe': "nobody's: leads to the page of the link",
  'GET /sandbox/gateway': "sandbox: the gateway's own page",
  'POST /sandbox/gateway/api/:operation': "sandbox: the merchant's signature",
  'GET /sandbox/gateway/pay/:token': 'sandbox: the token of the payment',
  'POST /sandbox/gateway/pay/:token': 'sandbox: the token of the payment',
  'POST /sandbox/gateway/faults': "sandbox: the gateway's own page",
  'GET /sandbox/gateway/style.css': "sandbox: nobody's",
  'GET /sandbox/partner': "sandbox: the partner's own page",
  'POST /sandbox/partner': "sandbox: the partner's own page",
  'POST /sandbox/partner/receive': 'sandbox: our own signature',
  'GET /sandbox/partner/style.css': "sandbox: nobody's",
}
