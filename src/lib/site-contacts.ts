/** How this site's operator is reached, apart from `site.ts` because every island needs it. */
export const SITE_CONTACTS = {
  /**
   * The service line: questions about plans, policies, letters, payments and claims, at its `hours`. Whom to call when
   * ill depends on the plan: each insurer's assistance company has its own numbers (`content/insurers`,
   * `src/features/plans/rules/assistance-companies.ts`).
   */
  phone: '+86 21 5550 0199',
  email: 'service@youfang.example',
  privacyEmail: 'privacy@youfang.example',
  complaintsEmail: 'complaints@youfang.example',
}

/** Reports of weaknesses of the site (`/.well-known/security.txt`); apart, because no page needs it. */
export const SECURITY_EMAIL = 'security@youfang.example'
