/** What people wait for, as `/status.json` names it: the server says it, and the pages where one waits read it. */
export type ServicePart = 'paying' | 'codes' | 'claims'
/** `slow`: takes longer than usual, or does not work; no figures, which would help whoever makes it slow. */
export type ServiceStatus = Record<ServicePart, 'ok' | 'slow'>
