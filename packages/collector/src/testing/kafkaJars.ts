import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const KAFKA = '4.4.0'
const SLF4J = '1.7.36'

const CACHE = fileURLToPath(new URL('../../../../.cache/kafka', import.meta.url))

/** The folder with the programs of Kafka. The first time, Maven fetches them. Needs Java 17. */
export function kafkaJars(): string {
  const folder = join(CACHE, KAFKA)
  if (!has('java', '-version')) throw new Error(`Java is not installed: run \`${INSTALL} default-jre-headless\`.`)
  if (existsSync(folder)) return folder
  if (!has('mvn', '--version')) throw new Error(`Maven is not installed: run \`${INSTALL} maven\`.`)
  const fresh = join(CACHE, `fresh-${process.pid}`)
  mkdirSync(fresh, { recursive: true })
  try {
    writeFileSync(join(fresh, 'pom.xml'), POM)
    const { status, stdout } = spawnSync(
      'mvn',
      ['-q', '-B', '-f', join(fresh, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${fresh}/jars`],
      { encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`Maven has not fetched Kafka: ${stdout}`)
    // Whatever is there is complete.
    if (!existsSync(folder)) renameSync(join(fresh, 'jars'), folder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}

const INSTALL = 'apt-get install -y'

const has = (program: string, option: string) => spawnSync(program, [option]).status === 0

const dependency = (group: string, artifact: string, version: string) =>
  `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`

const PARTS = [
  dependency('org.apache.kafka', 'kafka_2.13', KAFKA),
  // What reads topics from the command line.
  dependency('org.apache.kafka', 'kafka-tools', KAFKA),
  dependency('org.slf4j', 'slf4j-simple', SLF4J),
]

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>telltale</groupId><artifactId>kafka-for-tests</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>${PARTS.join('')}</dependencies>
</project>`
