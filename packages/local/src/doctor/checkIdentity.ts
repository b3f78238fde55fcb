import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { ask, foreign, originProblem, preflightProblem, type Patience } from './ask.ts'
import { messageOf } from './checkFlags.ts'
import { findingsAbout, type Finding } from './finding.ts'

export interface IdentityConfiguration {
  /** The reporting API's base of one promotion level. */
  readonly api: string
  readonly project: string
  readonly origin: string
  /** Of the user to ask about; never printed. */
  readonly token: string | undefined
  readonly idToken: string | undefined
}

const HEADERS = ['Authorization', 'IdToken', 'Authorization-App-Platform']

/** Does who-am-i know whose token it is, and refuse one that is nobody's? */
export async function checkIdentity(config: IdentityConfiguration, patience: Patience): Promise<Finding[]> {
  const { ok, wrong, skipped } = findingsAbout('who-am-i')
  const { api, project, origin, token, idToken } = config
  const url = `${api}/project/${encodeURIComponent(project)}/who-am-i`
  const headers = {
    origin,
    'authorization-app-platform': 'web',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(idToken && { idtoken: idToken }),
  }
  const asked = await ask(url, { headers }, patience)
  if (asked.outcome === 'silent') return [wrong(asked.sentence)]
  const { response, text } = asked
  const stranger = foreign(asked, url)
  if (stranger !== undefined) return [wrong(stranger)]
  const refusal = await preflightProblem(url, { origin, method: 'GET', headers: HEADERS }, patience)
  const findings = refusal === undefined ? [] : [wrong(refusal)]
  const said = messageOf(text)
  if (response.status === 404)
    return [...findings, wrong(`There is no who-am-i at ${url}: is the base right, and the level?`)]
  if (response.status === 401 || response.status === 403)
    return [
      ...findings,
      token
        ? wrong(`${api} does not accept the token${said && `: ${said}`}.`)
        : skipped(`${api} refuses whoever has no token, as it should. Put one into TELLTALE_TOKEN to check it.`),
    ]
  if (!response.ok) return [...findings, wrong(`${api} answers ${response.status} to who-am-i${said && `: ${said}`}.`)]
  const unread = originProblem(response, origin)
  if (unread !== undefined && refusal === undefined) findings.push(wrong(unread))
  const json = parseJson(text)
  const id = json.outcome === 'ok' && isRecord(json.value) ? json.value['unique_identity'] : undefined
  if (typeof id !== 'string' || id === '')
    return [...findings, wrong(`What ${api} answers has no unique_identity: nobody would be signed in.`)]
  if (!token) return [...findings, wrong(`${api} tells who-am-i to somebody without a token.`)]
  return [...findings, ok(`${api} knows the token's owner.`)]
}
