declare module 'jstat' {
  const library: {
    readonly jStat: {
      readonly normal: {
        cdf(x: number, mean: number, deviation: number): number
        inv(probability: number, mean: number, deviation: number): number
      }
      readonly chisquare: { cdf(x: number, degreesOfFreedom: number): number }
    }
  }
  export default library
}
