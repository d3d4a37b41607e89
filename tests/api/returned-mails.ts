/** Bounced mails as mail servers send them: RFC 3464 reports and RFC 5965 complaints, filled in for a given mail. */
interface Returned { to: string; recipient: string; status: string; action?: string; messageId: string }

const lines = (...all: string[]): string => all.join('\r\n')

/** A report of Postfix, to the envelope's address. */
export const postfixReport = ({ to, recipient, status, action = 'failed', messageId }: Returned): string => lines(
  'Return-Path: <>', `Delivered-To: ${to}`, 'Date: Sun, 1 Mar 2026 10:00:00 +0800', 'From: MAILER-DAEMON@mx.example (Mail Delivery System)', 'Subject: Undelivered Mail Returned to Sender',
  `To: ${to}`, 'Auto-Submitted: auto-replied', 'MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=delivery-status;', '\tboundary="9B095B5ADSN=_01DBA"', '',
  'This is a MIME-encapsulated message.', '', '--9B095B5ADSN=_01DBA', 'Content-Description: Notification', 'Content-Type: text/plain; charset=us-ascii', '',
  `<${recipient}>: host mx.example[192.0.2.1] said: 550 ${status} user unknown`, '', '--9B095B5ADSN=_01DBA', 'Content-Description: Delivery report', 'Content-Type: message/delivery-status', '',
  'Reporting-MTA: dns; mx.youfang.example', 'Arrival-Date: Sun, 1 Mar 2026 09:59:00 +0800', '',
  `Final-Recipient: rfc822; ${recipient}`, `Original-Recipient: rfc822;${recipient}`, `Action: ${action}`, `Status: ${status}`, 'Remote-MTA: dns; mx.example',
  `Diagnostic-Code: smtp; 550 ${status} <${recipient}>: Recipient address rejected:`, '    User unknown in virtual mailbox table', '',
  '--9B095B5ADSN=_01DBA', 'Content-Description: Undelivered Message Headers', 'Content-Type: text/rfc822-headers', '',
  'From: Youfang <hello@youfang.example>', `To: ${recipient}`, 'Subject: =?UTF-8?Q?Claim?=', `Message-ID: <${messageId}@youfang.example>`, '', '--9B095B5ADSN=_01DBA--', '',
)

/** A report of Exchange: no envelope address of ours, only LF line ends, the whole mail returned. */
export const exchangeReport = ({ recipient, status, messageId }: Omit<Returned, 'to'>): string => [
  'From: postmaster@outlook.example', 'To: hello@youfang.example', 'Subject: Undeliverable: Claim', 'Content-Type: multipart/report; report-type=delivery-status; boundary=abc', 'MIME-Version: 1.0', '',
  '--abc', 'Content-Type: multipart/alternative; boundary=inner', '', '--inner', 'Content-Type: text/plain', '', 'Delivery has failed.', '--inner--', '',
  '--abc', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns;outlook.example', '', `Final-Recipient: rfc822;${recipient}`, 'Action: failed', `Status: ${status}`, '',
  '--abc', 'Content-Type: message/rfc822', '', `Message-ID: <${messageId}@youfang.example>`, 'From: hello@youfang.example', 'Subject: Claim', '', 'Text', '--abc--',
].join('\n')

export const complaintReport = ({ recipient, messageId }: Pick<Returned, 'recipient' | 'messageId'>): string => lines(
  'From: abuse@mailbox.example', 'To: hello@youfang.example', 'Subject: FW: Claim', 'MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=feedback-report; boundary="part1"', '',
  '--part1', 'Content-Type: text/plain', '', 'This is an email abuse report.', '', '--part1', 'Content-Type: message/feedback-report', '',
  'Feedback-Type: abuse', 'User-Agent: SomeGenerator/1.0', 'Version: 1', `Original-Rcpt-To: <${recipient}>`, '', '--part1', 'Content-Type: message/rfc822', '',
  'From: hello@youfang.example', `Message-ID: <${messageId}@youfang.example>`, 'Subject: Claim', '', 'Text', '--part1--', '',
)
