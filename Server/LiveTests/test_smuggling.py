"""Request smuggling through the proxies, with the configurations in Packaging."""

import proxies
from smuggling import SmugglingTests


class ThroughNginx(SmugglingTests, proxies.Nginx):
    pass


class ThroughHAProxy(SmugglingTests, proxies.HAProxy):
    pass


class ThroughCaddy(SmugglingTests, proxies.Caddy):
    pass
