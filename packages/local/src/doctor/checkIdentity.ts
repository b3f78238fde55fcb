import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { sendRequest, wrongServerProblem, originProblem, preflightProblem, type RequestLimits } from './sendRequest.ts'
import { messageOf } from './checkFlags.ts'
import { findingsAbout, type Finding } from './finding.ts'

export interface IdentityConfiguration {
  /** The reporting API's base URL of one promotion level. */
  readonly api: string
  /** The analytics project in the address, if applications have one. */
  readonly project: string | undefined
  readonly origin: string
  /** The tokens of the user to check. Never printed. */
  readonly token: string | undefined
  readonly idToken: string | undefined
}

const HEADERS = ['Authorization', 'IdToken', 'Authorization-App-Platform']

/** Checks that who-am-i identifies the token's owner and refuses requests without a token. */
export async function checkIdentity(config: IdentityConfiguration, limits: RequestLimits): Promise<Finding[]> {
  const { ok, wrong, skipped } = findingsAbout('who-am-i')
  const { api, project, origin, token, idToken } = config
  const url = `${api}${project === undefined ? '' : `/project/${encodeURIComponent(project)}`}/who-am-i`
  const headers = {
    origin,
    'authorization-app-platform': 'web',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(idToken && { idtoken: idToken }),
  }
  const asked = await sendRequest(url, { headers }, limits)
  if (asked.outcome === 'silent') return [wrong(asked.sentence)]
  const { response, text } = asked
  const misdirected = wrongServerProblem(asked, url)
  if (misdirected !== undefined) return [wrong(misdirected)]
  const refusal = await preflightProblem(url, { origin, method: 'GET', headers: HEADERS }, limits)
  const findings = refusal === undefined ? [] : [wrong(refusal)]
  const said = messageOf(text)
  if (response.status === 404)
    return [...findings, wrong(`There is no who-am-i at ${url}. Check the base URL and the promotion level.`)]
  if (response.status === 401 || response.status === 403)
    return [
      ...findings,
      token
        ? wrong(`${api} does not accept the token${said && `: ${said}`}.`)
        : skipped(
            `${api} refuses requests without a token, as it should. Set TELLTALE_TOKEN to check a token. An application that sets identity.person, or calls identify, needs none.`,
          ),
    ]
  if (!response.ok)
    return [...findings, wrong(`${api} answered who-am-i with ${response.status}${said && `: ${said}`}.`)]
  const unread = originProblem(response, origin)
  if (unread !== undefined && refusal === undefined) findings.push(wrong(unread))
  const json = parseJson(text)
  const id = json.outcome === 'ok' && isRecord(json.value) ? json.value['unique_identity'] : undefined
  if (typeof id !== 'string' || id === '')
    return [...findings, wrong(`The answer of ${api} has no unique_identity. The user would stay anonymous.`)]
  if (!token) return [...findings, wrong(`${api} answers who-am-i without a token.`)]
  return [...findings, ok(`${api} identifies the token's owner.`)]
}
