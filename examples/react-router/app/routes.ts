import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [index('routes/home.tsx'), route('tours/:tour', 'routes/tour.tsx')] satisfies RouteConfig
