import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

export interface Nginx {
  readonly port: number
  stop(): Promise<void>
}

export interface NginxOptions {
  /** Where the collector listens. */
  readonly target: number
  readonly port: number
  /** What it makes of `X-Forwarded-For`. */
  readonly forwardedFor: string
  readonly folder: string
}

/** nginx before a collector, as its documents advise: it keeps connections to it for a minute. */
export async function startNginx({ target, port, forwardedFor, folder }: NginxOptions): Promise<Nginx> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    `${folder}/nginx.conf`,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
     events {}
     http {
       access_log off;
       ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
       upstream collector { server 127.0.0.1:${target}; keepalive 8; keepalive_timeout 60s; }
       server {
         listen 127.0.0.1:${port};
         location / {
           proxy_pass http://collector;
           proxy_http_version 1.1;
           proxy_set_header Connection "";
           proxy_set_header X-Forwarded-For ${forwardedFor};
           # A page gets each failure to see.
           proxy_next_upstream off;
         }
       }
     }`,
  )
  const child = spawn('nginx', ['-c', `${folder}/nginx.conf`, '-e', `${folder}/error.log`], { stdio: 'ignore' })
  const failed = once(child, 'error').then(([error]) => {
    throw new Error('nginx is not installed: run `apt-get install -y nginx-light`.', { cause: error })
  })
  while (!(await isThere(port, failed))) await setTimeout(50)
  return {
    port,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

const isThere = (port: number, failed: Promise<never>) =>
  Promise.race([
    fetch(`http://127.0.0.1:${port}/health/live`)
      .then(() => true)
      .catch(() => false),
    failed,
  ])
